"""What the scenarios on state and joins claim, worked out by hand, is in their recordings."""

from tests.shipped import batch, operators, out, plan_text, shipped, state


def test_aggregation_chain_has_its_seven_steps() -> None:
    """Partial, exchange, merge, restore, merge, save, final: and an average of 10 out of sum 30 and count 3."""
    chain = [
        name
        for name in operators("aggregation-chain", 1)
        if "Aggregate" in name or "State" in name or name == "Exchange"
    ]
    assert chain == [
        "HashAggregate",
        "StateStoreSave",
        "HashAggregate",
        "StateStoreRestore",
        "HashAggregate",
        "Exchange",
        "HashAggregate",
    ]
    assert out("aggregation-chain", 1, "item", "total", "average") == [("tea", 30, 10.0)]
    (store,) = batch("aggregation-chain", 1).state or ()
    tea = next(row["value"] for row in store.rows.rows if row["key"] == {"item": "tea"})
    assert tea == {"sum": 30, "sum (2)": 30.0, "count": 3}, "the total's sum, and the average's sum and count"


def test_dedup_remembers() -> None:
    """Without a watermark all ids stay; with one old ids leave and late copies are dropped; within it ids expire."""
    assert [state("dedup", n)[0] for n in range(4)] == [6, 7, 7, 8]
    assert out("dedup", 2, "id") == []
    assert state("dedup-watermark", 3) == (1, 0, 6, 0)
    assert state("dedup-watermark", 4) == (1, 0, 0, 1)
    assert out("dedup-within-watermark", 2, "id") == [("c",)]
    assert state("dedup-within-watermark", 3)[2] == 2
    assert out("dedup-within-watermark", 4, "id") == [("a",)]


def test_state_never_shrinks() -> None:
    """Twenty rows more with each batch."""
    assert [state("state-never-shrinks", n)[0] for n in range(4)] == [20, 40, 60, 80]


def test_timeout_timer_and_ttl() -> None:
    """ann leaves by timeout, the oven is reported by its timer, and the short-lived count starts anew."""
    assert out("pandas-state", 5, "user", "clicks", "what") == [("ann", 2, "left")]
    assert out("transform-with-state", 5, "sensor", "status") == [("oven", "silent for 30 s")]
    assert out("state-ttl", 1, "short", "long") == [(1, 3)]


def test_stores_differ_and_results_do_not() -> None:
    """Both state stores give the same output, and each reports its own metrics."""
    for n in range(3):
        assert out("hdfs-store", n, "word", "count") == out("rocksdb-store", n, "word", "count")
    hdfs, rocksdb = (batch(name, 1).progress.operators[0].custom for name in ("hdfs-store", "rocksdb-store"))  # type: ignore[union-attr]
    assert "loadedMapCacheHitCount" in hdfs
    assert any(name.startswith("rocksdb") for name in rocksdb)


def test_chained_aggregations() -> None:
    """Ten events in two windows, then twelve in two; ten late rows are dropped as two."""
    assert out("chained-aggregations", 1, "window", "windows", "events") == [("12:00:10", 2, 10)]
    assert state("chained-aggregations", 2)[3] == 2
    assert out("chained-aggregations", 5, "window", "windows", "events") == [("12:00:20", 2, 12)]


def test_static_joins_keep_no_state() -> None:
    """The stream on the outer side is allowed and stateless; the table on it is refused."""
    assert out("join-static-left", 0, "id", "name") == [(1, "ann"), (2, None)]
    assert out("join-static-mirror", 0, "id", "name") == out("join-static-left", 0, "id", "name")
    assert "RightOuter" in plan_text("join-static-mirror", 0)
    assert state("join-static-inner", 1)[0] is None
    assert shipped("join-static-right").failure is not None


def test_time_bound_empties_the_join() -> None:
    """With the bound three rows leave; without it the late click is a pair and all five rows stay."""
    assert out("join-inner", 1, "ad") == [(1,)]
    assert state("join-inner", 4) == (2, 0, 3, 0)
    assert out("join-unbounded", 2, "ad") == [(2,)]
    assert state("join-unbounded", 2)[0] == 5


def test_outer_rows_come_when_they_leave() -> None:
    """Nulls come from the batch without data: ad 2 in the full join, ads 1 and 2 in the left one; none in the semi join."""
    assert out("join-full-outer", 4, "ad", "click_time") == [(2, None)]
    assert out("join-left-outer", 3, "ad", "clicked") == [(1, None), (2, None)]
    assert not batch("join-left-outer", 3).has_data
    assert state("join-left-outer", 3) == (2, 0, 10, 0)
    assert state("join-semi", 0)[:2] == (7, 7)
    assert state("join-semi", 3) == (2, 0, 7, 0)
    assert out("join-semi", 3, "ad") == []
