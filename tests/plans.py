"""Plans that tests share: every real one there is, small ones made by hand, and hostile ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from planviz.model import SUFFIX, Column, Link, Metric, Plan, PlanNode, Recording, read_recording

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "tests" / "samples" / "plans"
SHIPPED = ROOT / "scenarios" / "recordings"

HOSTILE = (
    "<script>alert(1)</script>",
    "\"quotes\" 'and' `ticks`",
    "]]> --> */ </svg></text>",
    "right\u202eto\u200fleft\u2066",
    "NUL \x00 bell \x07 lone \ud800",
    "emoji 🦆🏳️‍🌈 日本語",
    "back\\slash \\n %s {x} #35; [a](javascript:alert(1))",
    "x" * 100_000,
    "((((" * 3000,
    "<b>bold</b>",
    "",
)
"""Texts that break naive renderers."""


def recordings() -> list[Path]:
    """Every recording in the project."""
    return sorted([*SHIPPED.glob(f"*{SUFFIX}"), *SAMPLES.glob(f"*{SUFFIX}")])


@cache
def sample(name: str) -> Recording:
    """A recording by its name, of the samples or of the shipped ones."""
    path = SAMPLES / f"{name}{SUFFIX}"
    return read_recording(path if path.exists() else SHIPPED / f"{name}{SUFFIX}")


def all_plans(recording: Recording) -> Iterator[tuple[str, Plan]]:
    """Every plan of a recording that differs from the one before it, and where it is from."""
    seen: set[tuple[str, ...]] = set()
    plans = [("started", recording.started), ("bound", recording.bound)]
    plans += [(f"batch {batch.id} {stage}", plan) for batch in recording.batches for stage, plan in batch.plans.items()]
    for where, plan in plans:
        shape = tuple(node.name for node in plan) if plan else ()
        if plan is not None and shape not in seen:
            seen.add(shape)
            yield where, plan


def chain(length: int, name: str = "Project") -> Plan:
    """Operators one below the other."""
    return Plan(
        tuple(
            PlanNode(index, name, f"{name} [a#{index}]", links=(Link(index + 1),) if index + 1 < length else ())
            for index in range(length)
        )
    )


def fan(width: int) -> Plan:
    """One operator over many."""
    leaves = tuple(PlanNode(index, "Scan json", f"FileScan json [a#{index}]") for index in range(1, width + 1))
    return Plan((PlanNode(0, "Union", "Union", links=tuple(Link(leaf.id) for leaf in leaves)), *leaves))


def small_plan() -> Plan:
    """A filter between a scan and a sink, with metrics."""
    return Plan(
        (
            PlanNode(0, "WriteToDataSourceV2", "WriteToDataSourceV2 MicroBatchWrite[epoch: 3, writer: a.b.MemoryStreamingWrite@1f]",
                     links=(Link(1),), metrics=(Metric("numOutputRows", "number of output rows", "sum", 2),)),
            PlanNode(1, "Filter", "Filter (price#1 >= 10.0)", links=(Link(2),), codegen=1,
                     metrics=(Metric("numOutputRows", "number of output rows", "sum", 2),)),
            PlanNode(2, "Scan json", "FileScan json [price#1] Batched: false", output=(Column("price", "double", "#1"),),
                     metrics=(Metric("numOutputRows", "number of output rows", "sum", 1500),
                              Metric("filesSize", "size of files read", "size", 2048))),
        )
    )  # fmt: skip


def hostile_plan() -> Plan:
    """A chain of operators, each named after and filled with a hostile text."""
    last = len(HOSTILE) - 1
    return Plan(
        tuple(
            PlanNode(index, text or "Empty", f"{text} {text}", links=(Link(index + 1),) if index < last else ())
            for index, text in enumerate(HOSTILE)
        )
    )
