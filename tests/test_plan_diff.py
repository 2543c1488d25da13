from __future__ import annotations

from dataclasses import replace

import pytest

from planviz.analysis.plan_diff import diff_plans, without_identifiers
from planviz.analysis.stage_match import match_stages
from planviz.model import Link, Plan, PlanNode
from planviz.render.plan_marks import marks_of
from tests.plans import chain, fan, hostile_plan, sample


def changes(name: str, before: int, after: int) -> dict[str, list[str]]:
    recording = sample(name)
    first, second = recording.plan(before, "physical"), recording.plan(after, "physical")
    assert first is not None and second is not None
    diff = diff_plans(first, second)
    assert diff.added == diff.removed == ()
    return {node.name: [change.text for change in node.changes] for node in diff.changed}


def test_state_version_and_watermark_are_what_changes_in_a_windowed_count() -> None:
    """From one batch to the next only version, watermark, source and batch number differ; ids do not count."""
    assert changes("animal-windows", 4, 5) == {
        "WriteToDataSourceV2": ["batch written: 4 → 5"],
        "StateStoreSave": [
            "state version: 4 → 5",
            "watermark for removal: 2024-01-01 12:04:00 → 2024-01-01 12:11:00",
        ],
        "StateStoreRestore": ["state version: 4 → 5"],
        "LocalTableScan": ["operator: Scan json of 0002.json → LocalTableScan, no rows"],
    }


def test_new_files_are_told_by_name() -> None:
    """Of a file source the new files are told, not its whole argument list."""
    assert changes("file-copy", 0, 1)["Scan json"] == ["files: 0000.json → 0001.json"]


def test_a_batch_does_not_differ_from_itself() -> None:
    """The same plan twice has no difference at all."""
    for plan in sample("rich-plan").batches[0].plans.values():
        diff = diff_plans(plan, plan)
        assert diff.empty and not any(node.metrics for node in diff.nodes)


def test_metrics_are_compared_with_their_units() -> None:
    """Each metric that differs is told before and after."""
    recording = sample("word-count")
    diff = diff_plans(recording.batches[1].plans["physical"], recording.batches[2].plans["physical"])
    rows = [metric for node in diff.nodes if node.name == "StateStoreSave" for metric in node.metrics]
    state = next(metric for metric in rows if metric.label == "number of total state rows")
    assert int(state.after) - int(state.before) == state.delta > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Filter (a#12 > 3)", "Filter (a#99 > 3)"),
        ("Project [n#3L]", "Project [n#45L]"),
        ("Exchange SinglePartition, [plan_id=12]", "Exchange SinglePartition, [plan_id=9]"),
        ("EventTimeWatermark 191a5d48-7b85-4a12-b2a8-73705d8dca91, t", "EventTimeWatermark 00000000-7b85-4a12-b2a8-73705d8dca91, t"),
        ("Write Sink@7f733676", "Write Sink@513741d0"),
        ("~Filter x", "Filter x"),
    ],
)  # fmt: skip
def test_identifiers_are_not_changes(one: str, other: str) -> None:
    """Expression ids, plan ids, UUIDs and object hashes are numbered anew in each batch and say nothing."""
    assert without_identifiers(one) == without_identifiers(other)


def test_added_and_removed_operators_are_found() -> None:
    """An operator put into a chain is added; seen the other way it is removed."""
    short = Plan((PlanNode(0, "A", "A", links=(Link(1),)), PlanNode(1, "C", "C")))
    long = Plan(
        (PlanNode(0, "A", "A", links=(Link(1),)), PlanNode(1, "B", "B", links=(Link(2),)), PlanNode(2, "C", "C"))
    )
    assert [node.name for node in diff_plans(short, long).added] == ["B"]
    assert [node.name for node in diff_plans(long, short).removed] == ["B"]
    assert marks_of(diff_plans(short, long))[1].kind == "added"


def test_a_changed_argument_is_shown_around_its_difference() -> None:
    """Of long arguments only the neighbourhood of the difference is told."""
    before = Plan((PlanNode(0, "Filter", f"Filter ({'x' * 300} > 1)"),))
    after = Plan((PlanNode(0, "Filter", f"Filter ({'x' * 300} > 2)"),))
    (node,) = diff_plans(before, after).changed
    assert node.changes[0].before.endswith("> 1") and len(node.changes[0].after) < 70


def test_marks_say_the_most_telling_change() -> None:
    """On the graph a moved watermark is told before a new state version, and the sink goes unmarked."""
    recording = sample("animal-windows")
    diff = diff_plans(recording.batches[4].plans["physical"], recording.batches[5].plans["physical"], str)
    marks = marks_of(diff)
    assert marks[2].text.startswith("watermark 17") and marks[4].text == "version 4 → 5" and 0 not in marks


def test_large_and_hostile_plans_are_compared() -> None:
    """Depth, width and odd text break nothing."""
    assert diff_plans(hostile_plan(), hostile_plan()).empty
    assert diff_plans(chain(3000), chain(3000)).empty
    assert len(diff_plans(fan(300), fan(290)).removed) == 10


def test_an_aggregate_becomes_seven_operators() -> None:
    """The optimized Aggregate is linked to its whole physical chain, each other operator to its own."""
    plans = sample("animal-windows").batches[2].plans
    match = match_stages(plans["optimized"], plans["physical"])
    links = {plans["optimized"][link.before].name: link for link in match.links}
    assert [plans["physical"][node].name for node in links["Aggregate"].after] == [
        "HashAggregate", "StateStoreSave", "HashAggregate", "StateStoreRestore", "HashAggregate", "Exchange", "HashAggregate",
    ]  # fmt: skip
    assert links["Aggregate"].note == "became 7 operators"
    assert links["LogicalRelation"].note == "became Scan json"
    assert links["Filter"].kind == "same"
    assert match.gone == match.new == ()


def test_what_the_optimizer_did_is_told() -> None:
    """Pushed down, pruned and gone: a filter moves, a column is dropped, a project disappears."""
    plans = sample("animal-windows").batches[2].plans
    match = match_stages(plans["analyzed"], plans["optimized"])
    assert [plans["analyzed"][node].name for node in match.gone] == ["Project"]
    assert [plans["analyzed"][link.before].name for link in match.links if link.kind == "moved"] == ["Expand"]
    assert any("without column time" in link.note for link in match.links)


def test_filters_pushed_into_a_source_are_told() -> None:
    """The scan's pushed filters stand in the note of the relation it was."""
    plans = sample("file-copy").batches[0].plans
    notes = [link.note for link in match_stages(plans["optimized"], plans["physical"]).links]
    assert any("filters pushed into the source: IsNotNull(price)" in note for note in notes)


def test_every_node_is_linked_gone_or_new() -> None:
    """Between any two stages of every sample nothing is lost, except what did not run."""
    for name in ("rich-plan", "static-join", "join-then-count", "session-windows", "union"):
        plans = sample(name).batches[0].plans
        for first, second in (("parsed", "analyzed"), ("analyzed", "optimized"), ("optimized", "spark")):
            match = match_stages(plans[first], plans[second])
            told = {link.before for link in match.links} | set(match.gone)
            assert told == {node.id for node in plans[first]} - _aside(plans[first])


def _aside(plan: Plan) -> set[int]:
    aside: set[int] = set()
    for node in plan:
        kinds = ("initial", "cached", "reused")
        aside.update(link.node for link in node.links if node.id in aside or link.kind in kinds)
    return aside


def test_renumbered_ids_do_not_unmatch_stages() -> None:
    """Two stages that differ in expression ids only are the same."""
    plan = chain(4)
    other = Plan(tuple(replace(node, text=node.text.replace("#", "#9")) for node in plan))
    assert {link.kind for link in match_stages(plan, other).links} == {"same"}


def test_two_aggregations_in_a_row_are_kept_apart() -> None:
    """Each logical Aggregate is linked to its own physical chain, which ends with its partial aggregate."""
    plans = sample("chained-aggregations").batches[1].plans
    match = match_stages(plans["optimized"], plans["physical"])
    chains = [link.after for link in match.links if plans["optimized"][link.before].name == "Aggregate"]
    assert len(chains) == 2 and not set(chains[0]) & set(chains[1])
    assert all("partial_" in plans["physical"][chain[-1]].text for chain in chains)


def test_an_aggregation_right_upon_another_begins_a_new_chain() -> None:
    """Where nothing stands between two aggregations, the partial aggregate of the upper one ends its chain."""
    logical = Plan(
        (
            PlanNode(0, "Aggregate", "Aggregate [a]", links=(Link(1),)),
            PlanNode(1, "Aggregate", "Aggregate [b]", links=(Link(2),)),
            PlanNode(2, "LogicalRelation", "Relation"),
        )
    )
    functions = ("count(1)", "partial_count(1)", "count(2)", "partial_count(2)")
    aggregates = [
        PlanNode(number, "HashAggregate", f"HashAggregate(keys=[], functions=[{text}])", links=(Link(number + 1),))
        for number, text in enumerate(functions)
    ]
    physical = Plan((*aggregates, PlanNode(4, "Scan json", "FileScan json")))
    assert [link.after for link in match_stages(logical, physical).links] == [(0, 1), (2, 3), (4,)]
