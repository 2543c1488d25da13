"""Model -> SVG, DOT, plotly figure, text: pure functions."""
