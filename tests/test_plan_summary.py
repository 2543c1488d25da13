from __future__ import annotations

import re
from pathlib import Path

import pytest

from planviz.analysis.glossary import SENTENCES, STAGE_SENTENCES, sentence
from planviz.analysis.metric_text import chips, duration_text, metric_text, size_text
from planviz.analysis.node_text import argument_text, arguments, broken_into_lines, named_argument, split_arguments
from planviz.analysis.operators import FAMILIES, family_of
from planviz.analysis.summary import summary
from planviz.model import STAGE_TITLES, STAGES, Metric, PlanNode, read_recording
from tests.plans import HOSTILE, all_plans, recordings, sample

STATEFUL = (
    "StateStoreRestore", "StateStoreSave", "SessionWindowStateStoreRestore", "SessionWindowStateStoreSave",
    "StreamingDeduplicate", "StreamingDeduplicateWithinWatermark", "StreamingSymmetricHashJoin", "FlatMapGroupsWithState",
    "FlatMapGroupsInPandasWithState", "TransformWithState", "TransformWithStateInPySpark", "StreamingGlobalLimit",
)  # fmt: skip


def node(name: str, text: str) -> PlanNode:
    return PlanNode(0, name, text)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("HashAggregate", "HashAggregate(keys=[word#2], functions=[partial_count(1)])", "partial_count(1) by word"),
        ("HashAggregate", "HashAggregate(keys=[], functions=[count(1)])", "count(1)"),
        ("SortAggregate", "SortAggregate(key=[], functions=[min(user#3)])", "min(user)"),
        ("Aggregate", "~Aggregate [w#2], [w#2, count(1) AS n#3L]", "count(1) AS n by w"),
        ("Exchange", "Exchange hashpartitioning(w#277-T600000ms, a#7, 2), REQUIRED_BY_STATEFUL_OPERATOR, [plan_id=1]",
         "hash of w, a → 2 partitions"),
        ("Exchange", "Exchange SinglePartition, ENSURE_REQUIREMENTS, [plan_id=3726]", "all rows → 1 partition"),
        ("Exchange", "Exchange RoundRobinPartitioning(4), REPARTITION_BY_NUM, [plan_id=1]", "round robin → 4 partitions"),
        ("EventTimeWatermark", "~EventTimeWatermark 191a5d48-7b85-4a12-b2a8-73705d8dca91, time#270: timestamp, 10 minutes",
         "time, at most 10 minutes late"),
        ("EventTimeWatermark", "EventTimeWatermark time#270: timestamp, interval 10 minutes", "time, at most 10 minutes late"),
        ("Filter", "Filter (isnotnull(price#2) AND (price#2 >= 10.0))", "isnotnull(price) AND (price >= 10.0)"),
        ("Filter", "~Filter ((value#52L % cast(2 as bigint)) = cast(0 as bigint))", "(value % 2) = 0"),
        ("Project", "Project [id#1, (price#2 * 1.2) AS gross#3]", "id, (price * 1.2) AS gross"),
        ("Project", "~Project [time#706 AS time#270]", "time"),
        ("Expand", "Expand [[a#1, 1], [a#1, 2]], [a#1, n#2]", "each row → 2 rows"),
        ("Generate", "Generate explode(split(value#0,  , -1)), false, [word#2]", "explode(split(value, , -1)) → word"),
        ("Sort", "Sort [count#1L DESC NULLS LAST], true, 0", "count descending"),
        ("WriteToDataSourceV2", "WriteToDataSourceV2 MicroBatchWrite[epoch: 1, writer: a.b.ForeachWrite$$anon$2@519ffee6]",
         "batch 1 → ForeachWrite"),
        ("WriteToDataSourceV2", "WriteToDataSourceV2 MicroBatchWrite[epoch: 1, writer: ConsoleWriter[numRows=20, truncate=false]]",
         "batch 1 → ConsoleWriter"),
        ("WriteToContinuousDataSource", "WriteToContinuousDataSource org.apache.spark.MemoryStreamingWrite@172b3ffc",
         "MemoryStreamingWrite"),
        ("RealTimeStreamScan", "RealTimeStreamScan[key#7] class org.x.KafkaSourceProvider$KafkaScan [batchDurationMs=5000ms]",
         "KafkaSourceProvider →"),
        ("StreamingSymmetricHashJoin", "StreamingSymmetricHashJoin [u#1], [v#2], LeftOuter, condition = [ both = x ]",
         "LeftOuter on u = v"),
        ("BroadcastHashJoin", "BroadcastHashJoin [u#1], [v#2], LeftOuter, BuildRight, false, false",
         "LeftOuter on u = v · BuildRight"),
        ("Join", "~Join Inner, (u#1 = v#2)", "Inner on u = v"),
        ("StreamingRelation", "StreamingRelation FileSource[/data/animals], [time#270], name=<Unassigned>", "FileSource animals →"),
        ("StreamingRelationV2", "~StreamingRelationV2 a.RateStreamProvider@22b, rate, a.RateStreamTable@52, [rowsPerSecond=10], [v#1]",
         "rate →"),
        ("WriteToDataSourceV2", "WriteToDataSourceV2 MicroBatchWrite[epoch: 8, writer: org.apache.x.MemoryStreamingWrite@7f]",
         "batch 8 → MemoryStreamingWrite"),
        ("AdaptiveSparkPlan", "AdaptiveSparkPlan isFinalPlan=true", "the plan as it ran in the end"),
        ("NeverHeardOf", "NeverHeardOf [a#1], whatever(b#2)", "[a], whatever(b)"),
        ("GlobalLimit", "GlobalLimit 5", "5 rows at most"),
    ],
)  # fmt: skip
def test_the_line_that_matters(name: str, text: str, line: str) -> None:
    """Each kind of operator says in one line what matters of it; an unknown one keeps its text."""
    assert summary(node(name, text)) == line


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_no_summary_shows_identifiers(path: Path) -> None:
    """No line on a card has an expression id, a watermark tag or a line break, or is endless."""
    for _, plan in all_plans(read_recording(path)):
        for each in plan:
            line = summary(each)
            assert not re.search(r"#\d+|-T\d+ms|\n", line), line
            assert len(line) <= 160
            assert "…" in line or line.count("(") == line.count(")"), line


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_the_glossary_knows_every_recorded_operator(path: Path) -> None:
    """Each operator of each recording has a sentence and a family."""
    for _, plan in all_plans(read_recording(path)):
        for each in plan:
            assert "planviz has no" not in sentence(each.name), each.name
            assert family_of(each.name) != "other", each.name


def test_the_glossary_knows_all_stateful_operators() -> None:
    """Every stateful operator of Spark has a sentence of its own, and is of the family of state."""
    assert set(STATEFUL) <= set(SENTENCES)
    assert {family_of(name) for name in STATEFUL} == {"state"}


def test_an_unknown_operator_is_told_by_its_family() -> None:
    """Nothing is invented about an operator that nobody knows."""
    assert "“Join”" in sentence("QuantumJoin")
    assert family_of("Quux") == "other" and "planviz has no description" in sentence("Quux")
    assert all(text.endswith(".") for text in (*SENTENCES.values(), *STAGE_SENTENCES.values()))


def test_every_stage_is_explained() -> None:
    """Each stage a plan can be captured at has a title and a sentence, in Spark's order."""
    assert tuple(STAGE_TITLES) == tuple(STAGE_SENTENCES) == STAGES


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_read_without_harm(text: str) -> None:
    """Unbalanced, endless and odd texts are taken as they come, quickly."""
    odd = node("Filter", f"Filter {text}")
    assert len(summary(odd)) <= 160
    assert isinstance(arguments(odd), tuple) and isinstance(broken_into_lines(text), str)
    assert family_of(text) in FAMILIES


def test_arguments_are_told_apart() -> None:
    """Commas inside brackets do not part arguments, and named ones have their name."""
    scan = sample("file-copy").batches[0].plans["physical"].find("Scan json")[0]
    assert named_argument(scan, "Format") == "JSON"
    assert named_argument(scan, "PushedFilters") == "IsNotNull(price), GreaterThanOrEqual(price,10.0)"
    assert split_arguments("a(b, c), [d, e], f") == ("a(b, c)", "[d, e]", "f")
    assert argument_text(node("Sort", "Sort(a, b)")) == "a, b"


def test_long_expressions_are_broken_at_their_brackets() -> None:
    """What does not fit on a line is opened up, as code is laid out."""
    assert broken_into_lines("CASE(aaaaaaaaaaaaaaaa, f(bbbbbbbbbb, cccccccc), d)", 30) == (
        "CASE(\n  aaaaaaaaaaaaaaaa,\n  f(bbbbbbbbbb, cccccccc),\n  d\n)"
    )
    assert broken_into_lines("short(a, b)", 30) == "short(a, b)"


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("sum", 1234, "1,234"), ("size", 17301472, "16.5 MiB"), ("size", 12, "12 B"), ("timing", 129, "129 ms"),
        ("timing", 61500, "1.0 min"), ("nsTiming", 1996546, "2.0 ms"), ("average", 20, "2.0"),
    ],
)  # fmt: skip
def test_metrics_have_their_units(kind: str, value: int, text: str) -> None:
    """Sizes, times and averages are written in units people read; an average is kept by Spark tenfold."""
    assert metric_text(Metric("k", "label", kind, value)) == text


def test_units_reach_as_far_as_needed() -> None:
    """From nothing to terabytes and hours."""
    assert (size_text(0), size_text(3 << 40), duration_text(0), duration_text(0.4)) == (
        "0 B",
        "3.0 TiB",
        "0 ms",
        "0.4 ms",
    )


def test_a_card_shows_at_most_three_telling_metrics() -> None:
    """A state operator tells rows in state and updated even if zero, and others only if they count."""
    save = sample("animal-windows").batches[5].plans["physical"].find("StateStoreSave")[0]
    assert chips(save) == (("in state", "9"), ("updated", "0"), ("removed", "5"))
