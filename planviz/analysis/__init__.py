"""Model -> facts: pure functions."""
