"""The tabs of the run page, one file each, in the order they are shown."""

from planviz.ui.tabs import charts, loop, offsets, output, physics, plan, progress, state
from planviz.ui.view import Tab

TABS: tuple[Tab, ...] = (
    physics.TAB,
    plan.TAB,
    state.TAB,
    offsets.TAB,
    loop.TAB,
    output.TAB,
    charts.TAB,
    progress.TAB,
)
