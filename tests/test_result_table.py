"""The result table after a batch, for each output mode, from what the batches wrote."""

import json

import pytest

from planviz.analysis.result_table import TOPIC, find_keys, result_table
from planviz.model import Batch, Plan, QueryInfo, Recording, Rows
from planviz.model.plan import Link, PlanNode
from tests.shipped import NAMES, shipped


def test_update_is_the_state() -> None:
    """In update mode the newest row of each key is the result: for windows still open it equals Spark's own state."""
    recording = shipped("animal-windows")
    for batch in recording.batches:
        table = result_table(recording, batch)
        assert table.keys == ("window", "animal")
        assert table.rows is not None and batch.state
        result = {
            (row.values["window"]["start"][:16].replace(" ", "T"), row.values["animal"]): row.values["count"]
            for row in table.rows
        }
        for row in batch.state[0].rows.rows:
            assert result[(row["key"]["window"]["start"][:16], row["key"]["animal"])] == row["value"]["count"]


def test_complete_is_the_last() -> None:
    """In complete mode the result is what the batch wrote."""
    recording = shipped("word-count")
    for batch in recording.batches:
        table = result_table(recording, batch)
        assert batch.output is not None
        assert [row.values for row in table.rows or ()] == list(batch.output.rows)


def test_append_is_everything() -> None:
    """In append mode the result is all that was written so far, and the batch's own rows are marked."""
    recording = shipped("file-copy")
    tables = [result_table(recording, batch) for batch in recording.batches]
    assert [table.total for table in tables] == [2, 2, 4]
    assert [row.values["id"] for row in tables[2].rows or () if row.touched] == [6, 7]


@pytest.mark.parametrize("name", NAMES)
def test_sizes(name: str) -> None:
    """No mode loses a row: append has the sum of all batches, complete the last batch, update at most the sum."""
    recording = shipped(name)
    written = 0
    for batch in recording.batches:
        written += batch.output.total if batch.output else 0
        table = result_table(recording, batch)
        if table.mode == "append" and not table.problems:
            assert table.total == written
        elif table.mode == "update" and table.rows is not None and not table.problems:
            assert table.total <= written


def planned(*texts: str) -> Recording:
    nodes = tuple(
        PlanNode(
            place, text.split(" ")[0].lstrip("~"), text, links=(Link(place + 1),) if place + 1 < len(texts) else ()
        )
        for place, text in enumerate(texts)
    )
    return Recording(QueryInfo(output_mode="Update"), (Batch(0, {"analyzed": Plan(nodes)}),))


@pytest.mark.parametrize(
    ("plan", "keys"),
    [
        (("WriteToX sink", "~Aggregate [k#1], [k#1, count(1) AS n#2L]", "Relation"), ("k",)),
        (("WriteToX sink", "~Aggregate [k#1], [k#1 AS key#5, count(1) AS n#2L]", "Relation"), ("key",)),
        (
            ("WriteToX sink", "~Project [window#1-T5ms.start AS s#4, k#2, n#3L]",
             "~Aggregate [window#1-T5ms, k#2], [window#1-T5ms, k#2, count(1) AS n#3L]", "Relation"),
            ("s", "k"),
        ),
        (("WriteToX sink", "~Project [n#2L]", "~Aggregate [k#1], [k#1, count(1) AS n#2L]", "Relation"), None),
        (("WriteToX sink", "~Project [upper(k#1) AS k#9, n#2L]", "~Aggregate [k#1], [k#1, count(1) AS n#2L]", "Relation"), None),
        (("WriteToX sink", "~Filter (n#2L > 1)", "~Aggregate [k#1], [k#1, count(1) AS n#2L]", "Relation"), ("k",)),
        (("WriteToX sink", "~Project [k#1]", "Relation [k#1]"), ()),
        (("WriteToX sink", "FlatMapGroupsWithState f", "Relation"), None),
        (("WriteToX sink",), None),
    ],
)  # fmt: skip
def test_find_keys(plan: tuple[str, ...], keys: tuple[str, ...] | None) -> None:
    """Keys are followed from the grouping to the sink; a key that is lost or reshaped makes them unknown."""
    assert find_keys(planned(*plan)) == keys


def test_unknown_keys_are_said() -> None:
    """Where keys are unknown there is no result, but a reason."""
    recording = planned("WriteToX sink", "FlatMapGroupsWithState f", "Relation")
    table = result_table(recording, recording.batches[0])
    assert table.rows is None
    assert "cannot be read from the plan" in table.problems[0]


def test_gaps_are_said() -> None:
    """Outputs that are missing or cut are named."""
    rows = Rows(({"a": 1},), 5)
    recording = Recording(
        QueryInfo(output_mode="Append"), (Batch(2, {}, output=rows), Batch(3, {}), Batch(4, {}, output=rows))
    )
    problems = " ".join(result_table(recording, recording.batches[2]).problems)
    assert "begins with batch 2" in problems
    assert "batch 3 was not recorded" in problems
    assert "8 rows are beyond" in problems


def test_equal_rows_of_append_stay_apart() -> None:
    """Two equal rows are two rows of an append result."""
    batch = Batch(0, {}, json.dumps({"batchId": 0}), output=Rows(({"a": 1}, {"a": 1}), 2))
    assert result_table(Recording(QueryInfo(output_mode="Append"), (batch,)), batch).total == 2


def test_what_was_sent_to_a_topic_stays() -> None:
    """In update mode too every record that was sent is there after the last batch: a topic is a log."""
    recording = shipped("trigger-real-time")
    table = result_table(recording, recording.batches[-1])
    assert (table.mode, table.total, table.problems) == (TOPIC, 6, ())
    assert table.rows is not None
    assert [row.touched for row in table.rows] == [False] * 3 + [True] * 3
