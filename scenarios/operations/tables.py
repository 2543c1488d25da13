"""A stream and a table: which joins and set operations can be answered batch by batch."""

from __future__ import annotations

from scenarios.operations.operation import Operation, Theme


def right_outer(events, table):
    return events.join(table, "user", "right_outer")


def table_left_outer(events, table):
    return table.join(events, "user", "left_outer")


def full_outer(events, table):
    return events.join(table, "user", "full_outer")


def table_semi(events, table):
    return table.join(events, "user", "left_semi")


def table_anti(events, table):
    return table.join(events, "user", "left_anti")


def union(events, table):
    return events.select("user").union(table.select("user"))


def table_except(events, table):
    return table.select("user").exceptAll(events.select("user"))


def intersect(events, table):
    return events.select("user").intersect(table.select("user"))


THEME = Theme(
    "A stream and a table",
    (
        Operation(
            "Right outer join, the table on the right",
            right_outer,
            "Whether a row of the table has no partner is known only at the end of the stream.",
            "The stream must be on the side that is kept: left outer here.",
            once_refused=True,
            scenario="join-static-right",
        ),
        Operation(
            "Left outer join, the stream on the right",
            table_left_outer,
            "The same join, written the other way round: the table is on the side that is kept.",
            "Right outer, so that the stream's rows are the ones that are kept.",
            once_refused=True,
            scenario="join-static-mirror",
        ),
        Operation(
            "Full outer join with a table",
            full_outer,
            "Half of it would be the join above: rows of the table without a partner.",
            "A left outer join for the stream's side, and a batch query for the other.",
            once_refused=True,
            scenario="join-static-left",
        ),
        Operation(
            "Left semi join, the stream on the right",
            table_semi,
            "“Customers with an order” would have to come out once each, at their first order: that takes state.",
            "Inner join with the stream on the left, and dropDuplicates on the customer.",
            once_refused=True,
            scenario="dedup",
        ),
        Operation(
            "Left anti join, the stream on the right",
            table_anti,
            "“Customers without an order” can only be named at the end of the stream.",
            "A left anti join with the stream on the left is fine: orders of unknown customers.",
            once_refused=True,
            scenario="join-static-left",
        ),
        Operation(
            "Union of a stream and a table",
            union,
            "The table's rows would belong to every batch, or to none.",
            "Read the table as a stream too, or add it in foreachBatch.",
            once_refused=True,
            scenario="foreach-batch",
        ),
        Operation(
            "Except with a stream on the right",
            table_except,
            "Whether a row is missing from the stream is known only at its end.",
            "A left anti join of the stream with the table, the stream on the left.",
            once_refused=True,
        ),
        Operation(
            "Intersect with a stream",
            intersect,
            "Each row would have to come out once only, for ever.",
            "An inner or a left semi join, and dropDuplicates.",
            once_refused=True,
            scenario="join-static-inner",
        ),
    ),
)
