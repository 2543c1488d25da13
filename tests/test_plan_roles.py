from __future__ import annotations

from pathlib import Path

import pytest

from planviz.analysis.roles import chains
from planviz.analysis.row_flow import rows_out
from planviz.model import read_recording
from tests.plans import chain, hostile_plan, recordings, sample

AGGREGATION = ["1 partial", "2 shuffle", "3 merge", "4 restore", "5 merge with state", "6 save", "7 final"]


@pytest.mark.parametrize(
    ("name", "title", "roles"),
    [
        ("word-count", "Streaming aggregation", AGGREGATION),
        ("animal-windows", "Streaming aggregation", AGGREGATION),
        ("tumbling-append", "Streaming aggregation", AGGREGATION),
        ("distinct-count", "Streaming aggregation", AGGREGATION),
        ("global-count", "Streaming aggregation", AGGREGATION),
        ("each-batch", "Streaming aggregation", AGGREGATION),
        ("session-windows", "Session windows", [role for role in AGGREGATION if role != "3 merge"]),
        ("deduplicate", "Deduplication", ["1 shuffle", "2 drop duplicates"]),
        ("deduplicate-within-watermark", "Deduplication", ["1 shuffle", "2 drop duplicates"]),
        ("join-inner", "Stream–stream join", ["1 left shuffle", "1 right shuffle", "2 join with state"]),
        ("join-left-outer", "Stream–stream join", ["1 left shuffle", "1 right shuffle", "2 join with state"]),
        ("groups-in-pandas", "Your own state", ["1 shuffle", "2 your function"]),
        ("transform-with-state", "Your own state", ["1 shuffle", "2 your processor"]),
        ("limit", "Limit", ["1 shuffle", "2 count"]),
    ],
)
def test_each_kind_of_stateful_query_is_recognised(name: str, title: str, roles: list[str]) -> None:
    """In every batch of a real run each operator of the chain has its role, from the source to the sink."""
    for batch in sample(name).batches:
        (found,) = chains(batch.plans["physical"])
        assert found.title == title
        assert [role.label for role in found.roles] == roles


def test_two_stateful_operators_are_two_chains() -> None:
    """A join below an aggregation: both are told, the one nearer the source first."""
    found = chains(sample("join-then-count").batches[2].plans["physical"])
    assert [each.title for each in found] == ["Stream–stream join", "Streaming aggregation"]
    assert len({role.node for each in found for role in each.roles}) == 10


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_every_stateful_operator_belongs_to_a_chain(path: Path) -> None:
    """Whatever has state info in a recorded plan has a role, and nothing else makes a chain."""
    for batch in read_recording(path).batches:
        plan = batch.plans.get("physical")
        if plan is None:
            continue
        named = {role.node for each in chains(plan) for role in each.roles}
        stateful = {node.id for node in plan if node.state is not None}
        assert stateful <= named
        assert bool(named) == bool(stateful)


def test_the_strip_tells_the_batch_in_one_line() -> None:
    """Rows in, partial, shuffled, merged, restored, saved, out: what Spark counted in this batch."""
    plan = sample("animal-windows").batches[6].plans["physical"]
    (found,) = chains(plan)
    assert found.sentence == (
        "6 rows in → 6 partial → 6 shuffled → 6 merged + 2 restored → 4 saved · 2 late, dropped → 4 out"
    )


@pytest.mark.parametrize(
    ("name", "batch", "sentence"),
    [
        ("dedup", 0, "30 rows in → 30 shuffled → 6 saved · 24 duplicates dropped → 6 out"),
        ("dedup", 2, "1 row in → 1 shuffled → 0 saved · 1 duplicate dropped → 0 out"),
        ("limit-append", 2, "1 row in → 1 shuffled → 0 saved → 0 out"),
    ],
)
def test_the_strip_counts_as_people_do(name: str, batch: int, sentence: str) -> None:
    """One is singular, and no step stands there without its number."""
    (found,) = chains(sample(name).batches[batch].plans["physical"])
    assert found.sentence == sentence


def test_a_continuous_query_has_no_row_counts() -> None:
    """Spark adds up what a task counted when the task ends, and these never do: no number is better than a zero."""
    assert rows_out(sample("trigger-continuous").batches[2].plans["physical"]) == {}
    assert rows_out(sample("rate-source").batches[2].plans["physical"])


def test_the_strip_agrees_with_the_metrics() -> None:
    """Each number of the strip is one of the operator's own, or the difference of two."""
    for batch in sample("word-count").batches:
        plan = batch.plans["physical"]
        (found,) = chains(plan)
        steps = {step.text: step.rows for step in found.steps}
        restore, save = plan.find("StateStoreRestore")[0], plan.find("StateStoreSave")[0]
        merged = plan[restore.children[0]]
        assert steps["restored"] == restore.metric("numOutputRows") - merged.metric("numOutputRows")  # type: ignore[operator]
        assert steps["saved"] == save.metric("numUpdatedStateRows")
        assert steps["out"] == plan[1].metric("numOutputRows")


def test_the_planned_chain_is_recognised_before_it_runs() -> None:
    """The Spark plan has no exchanges yet, but the other roles are there."""
    (found,) = chains(sample("word-count").batches[1].plans["spark"])
    assert [role.label for role in found.roles] == [role for role in AGGREGATION if role != "2 shuffle"]


def test_plans_without_state_have_no_chain() -> None:
    """Stateless, odd and very deep plans are no chains, and break nothing."""
    assert chains(sample("file-copy").batches[0].plans["physical"]) == ()
    assert chains(hostile_plan()) == ()
    assert chains(chain(5000)) == ()
    assert len(chains(chain(5000, "StateStoreSave"))) == 5000
