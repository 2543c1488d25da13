"""How long layout and SVG of a plan take, by its size; linear means that the time per node stays the same."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.plan_trees import plan_of
from planviz.render.plan_export import export_plan
from planviz.render.plan_layout import lay_out
from planviz.render.plan_svg import SvgOptions, scene_to_svg

SIZES = (15, 60, 300, 1000, 3000)
TURNS = 7


def main() -> None:
    """Print one line for each size."""
    print(f"{'nodes':>6} {'layout ms':>10} {'svg ms':>8} {'both ms':>8} {'µs/node':>8} {'KB':>7} {'png ms':>8}")
    for size in SIZES:
        plan = plan_of(size)
        assert len(plan) == size
        layout = _milliseconds(lambda plan=plan: lay_out(plan))
        scene = lay_out(plan)
        svg = _milliseconds(lambda scene=scene: scene_to_svg(scene, SvgOptions()))
        kilobytes = len(scene_to_svg(scene, SvgOptions())) / 1000
        png = _milliseconds(lambda plan=plan: export_plan(plan, "png"), 1)
        both = layout + svg
        print(f"{size:6} {layout:10.1f} {svg:8.1f} {both:8.1f} {1000 * both / size:8.1f} {kilobytes:7.0f} {png:8.0f}")


def _milliseconds(work: Callable[[], object], turns: int = TURNS) -> float:
    """The median of some turns, in processor time, which a busy machine does not falsify."""
    times = []
    for _ in range(turns):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)
