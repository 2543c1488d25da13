"""The rows of one store in the tab "State": key, value, what it was before, and when it will go."""

from __future__ import annotations

from planviz.analysis.eviction_forecast import Forecast
from planviz.analysis.moment import Moments
from planviz.analysis.state_change import ADDED, CHANGED, REMOVED, SAME, StateRow, StoreChange
from planviz.ui.cells import cell, number_cell
from planviz.ui.state_parts import tinted_table
from planviz.ui.view import View

DEADLINES = {"expiresAtMicros": 1000, "timeoutTimestamp": 1, "ttlExpirationMs": 1}
"""The deadlines that Spark keeps with a row of state, and how many of their unit a millisecond has."""
DEADLINE_WORDS = {"expiresAtMicros": "expires at", "timeoutTimestamp": "times out at", "ttlExpirationMs": "lives until"}
SIGNS = {ADDED: "+ added", CHANGED: "~ changed", REMOVED: "− removed", SAME: ""}


def show_rows(change: StoreChange, rule: Forecast, view: View) -> None:
    """The store as a table, tinted by what happened to each row."""
    moments = Moments(view.recording)
    tinted_table(
        [_row(row, rule, moments) for row in change.rows],
        [row.change for row in change.rows],
        view.theme,
        f"state-{view.run}-{change.operator_id}-{change.store}",
    )


def _row(row: StateRow, rule: Forecast, moments: Moments) -> dict[str, object]:
    cells: dict[str, object] = {"since the batch before": SIGNS[row.change]}
    if row.variable:
        cells["variable"] = row.variable
    cells |= {_key_name(name): cell(value) for name, value in row.key.items()}
    values = row.value if isinstance(row.value, dict) else {"value": row.value}
    # A session repeats its key in its value.
    own = {name: value for name, value in values.items() if name not in row.key or row.key[name] != value}
    cells |= {_value_name(name, cells): _value(name, own[name], moments) for name in own}
    before = row.before if isinstance(row.before, dict) else {"value": row.before}
    changed = {name: value for name, value in before.items() if row.change == CHANGED and values.get(name) != value}
    cells["before"] = ", ".join(
        f"{DEADLINE_WORDS.get(name, name)} {number_cell(_value(name, value, moments))}"
        for name, value in changed.items()
    )
    if rule.expiry is not None:
        expiry = rule.expiry(row)
        cells["goes at watermark"] = moments.text(expiry) if expiry is not None else "–"
    if row.partition is not None:
        cells["partition"] = row.partition
    return cells


def _value(name: str, value: object, moments: Moments) -> object:
    """A value of the state; Spark's own deadlines are counts of milliseconds or microseconds since 1970."""
    if name not in DEADLINES or not isinstance(value, int):
        return cell(value)
    return moments.text(value // DEADLINES[name]) if value > 0 else "none"


def _value_name(name: str, taken: dict[str, object]) -> str:
    """Spark's own deadlines in words; a value that is called as a key is told apart."""
    words = DEADLINE_WORDS.get(name, name)
    return words if words not in taken else f"{words} (value)"


def _key_name(name: str) -> str:
    """A join's key columns have no names of their own; Spark's state source numbers them."""
    return f"join key {name.removeprefix('field')}" if name.removeprefix("field").isdigit() else name
