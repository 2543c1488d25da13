"""Recordings side by side: what belongs together stands together."""

from __future__ import annotations

import pytest

from planviz.analysis.compare import compare, figures, outcome, read_up_to, state_version, step_kind
from planviz.analysis.compare_table import step_lines
from planviz.analysis.lives import life, until
from planviz.analysis.plan_diff import diff_plans
from planviz.analysis.stage_match import match_diff
from planviz.analysis.why import explain
from planviz.ui import library
from scenarios.comparisons import COMPARISONS
from tests.shipped import batch, shipped


def test_steps_follow_the_input_and_not_the_batch_ids() -> None:
    """A run that runs no batch without data has a gap there, and its next batch stands beside the others' next input."""
    steps = compare((shipped("watermark-append"), shipped("watermark-complete")))
    ids = [tuple(each.id if each else None for each in step.batches) for step in steps]
    assert ids == [(0, 0), (1, None), (2, 1), (3, 2), (4, None), (5, 3)]
    assert [step.label for step in steps][:2] == ["Input 1 · batch 0", "after input 1 · batch 1"]


def test_refused_run_has_no_batch_at_any_step() -> None:
    """A query that never ran stands beside one that did, and is empty at every step."""
    steps = compare((shipped("words-append"), shipped("words-update")))
    assert [step.batches[0] for step in steps] == [None, None, None]
    assert compare((shipped("words-append"),)) == ()


def test_figures_of_several_operators_are_added_up() -> None:
    """Two stateful operators count as one in the comparison."""
    seen = figures(batch("chained-aggregations", 3))
    assert (seen.state, seen.updated, seen.removed) == (2, 1, 1)


def test_lives_of_a_query_go_by_their_batch_ids() -> None:
    """The batch that was begun in the first life and run again in the second stands beside itself, with the same offsets."""
    whole = shipped("kill-mid-batch")
    first, second = life(whole, 1), life(whole, 2)
    steps = compare((first, second))
    assert [[each.id if each else None for each in step.batches] for step in steps] == [[0, None], [1, 1], [None, 2]]
    begun, again = steps[1].batches
    assert begun is not None and again is not None
    killed = "not committed: its process was killed with signal 9 in the middle of the batch"
    assert [outcome(begun), outcome(again)] == [killed, "committed"]
    assert begun.offset_log == again.offset_log and read_up_to(begun) == read_up_to(again) == "1"
    assert [state_version(begun), state_version(again)] == ["", "1"]
    assert step_kind(steps[1]) == "failed"
    with pytest.raises(IndexError):
        life(whole, 3)
    with pytest.raises(IndexError):
        life(whole, 0)


def test_a_life_is_explained_by_what_came_before_it() -> None:
    """The second life begins with the state that the first one left, and not with none."""
    whole = shipped("restart")
    own, context = life(whole, 2), until(whole, 2)
    assert [batch.id for batch in own.batches] == [2, 3]
    assert [batch.id for batch in context.batches] == [0, 1, 2, 3]
    grew = next(each for each in explain(context, own.batches[0]) if each.text.startswith("The state grew"))
    assert grew.text.startswith("The state grew from 2 to 3 rows")


def test_a_life_that_failed_knows_nothing_of_the_next_one() -> None:
    """At the end of the first life its last batch is the attempt that was not committed."""
    context = until(shipped("kill-mid-batch"), 1)
    assert [(batch.id, bool(batch.failure)) for batch in context.batches] == [(0, False), (1, True)]


def test_figures_that_differ_stand_out() -> None:
    """With no delay three rows come too late which a delay of ten seconds takes; durations differ always and say nothing."""
    runs = (shipped("watermark-append"), shipped("watermark-zero"))
    step = compare(runs)[2]
    lines = {line.label: line for line in step_lines(list(zip(runs, step.batches, strict=True)))}
    assert lines["Watermark"].cells == ("12:00:05", "12:00:15") and lines["Watermark"].differs
    assert lines["Dropped as late"].cells == ("0", "1") and lines["Dropped as late"].differs
    assert not lines["Rows in"].differs and not lines["Milliseconds"].differs


def test_the_delay_is_one_difference_between_plans() -> None:
    """That every column of event time carries the delay does not make every operator differ."""
    plans = [batch(run, 2).plans["physical"] for run in ("watermark-append", "watermark-zero")]
    diff = diff_plans(*plans)
    assert {node.name for node in diff.changed} == {"StateStoreSave", "EventTimeWatermark"}
    match = match_diff(diff)
    assert not match.gone and not match.new
    assert sum(link.kind == "changed" for link in match.links) == 2


def test_comparisons_are_of_runs_that_exist() -> None:
    """Every comparison that is offered has a title of its own, a lesson, and two or three runs that can be loaded."""
    assert len({each.title for each in COMPARISONS}) == len(COMPARISONS)
    for comparison in COMPARISONS:
        assert comparison.lesson
        assert len(comparison.runs) in (2, 3)
        assert all(library.load_run(run)[0].runs for run in comparison.runs)


def test_epochs_are_not_called_batches() -> None:
    """Two continuous runs have epochs; beside a run with batches the word stands for both, and no id is told as either's."""
    continuous, batches = shipped("trigger-continuous"), shipped("trigger-interval")
    runs = (continuous, continuous)
    assert compare(runs)[0].label == "Epoch 0"
    assert step_lines(list(zip(runs, compare(runs)[0].batches, strict=True)))[0].label == "Epoch"
    mixed = compare((continuous, batches))[0]
    assert mixed.label == "Input 1"
    assert step_lines([(continuous, mixed.batches[0]), (batches, None)])[0].cells == ("0", "none here")
