"""What the scenarios on event time claim, worked out by hand, is in their recordings."""

from tests.shipped import out, plan_text, shipped, state, watermark


def test_tumbling_windows_keep_late_rows_and_all_windows() -> None:
    """Without a watermark a row 23 minutes late is counted, and no window leaves."""
    assert out("tumbling-windows", 1, "window", "count") == [("12:00:00", 3), ("12:10:00", 1)]
    assert out("tumbling-windows", 2, "window", "count") == [("12:00:00", 4), ("12:20:00", 1)]
    assert state("tumbling-windows", 2) == (3, 2, 0, 0)


def test_animals_leave_and_are_dropped() -> None:
    """Five rows leave at 12:11; both rows of the donkey and one of the dog's two are dropped."""
    assert watermark("animal-windows", 5) == "12:11:00"
    assert state("animal-windows", 5) == (9, 0, 5, 0)
    assert state("animal-windows", 6)[3] == 2
    assert state("animal-windows", 8)[3] == 1


def test_append_writes_a_window_once_when_it_is_final() -> None:
    """The window 12:00:10 is written by the batch without data that follows 12:00:25, and later rows are dropped."""
    assert [watermark("watermark-append", n) for n in (1, 3, 4)] == ["12:00:05", "12:00:05", "12:00:15"]
    assert out("watermark-append", 4, "window", "count") == [("12:00:10", 3)]
    assert state("watermark-append", 4) == (2, 0, 1, 0)
    assert state("watermark-append", 5) == (2, 0, 0, 1)


def test_update_writes_early_and_removes_in_silence() -> None:
    """In update mode the same window goes out in its own batch, and nothing goes out when it leaves."""
    assert out("watermark-update", 2, "window", "count") == [("12:00:10", 3)]
    assert out("watermark-update", 4, "window") == []
    assert state("watermark-update", 4) == (2, 0, 1, 0)


def test_complete_ignores_the_watermark() -> None:
    """In complete mode the late row is counted and nothing is removed."""
    assert out("watermark-complete", 3, "window", "count")[0] == ("12:00:10", 4)
    assert state("watermark-complete", 3) == (3, 1, 0, 0)


def test_delay_zero_loses_what_is_out_of_order() -> None:
    """Three rows of 12:00:10 are lost one batch after 12:00:15, and the window of 12:00:15 is written early."""
    assert watermark("watermark-zero", 1) == "12:00:15"
    assert state("watermark-zero", 2) == (1, 0, 0, 1)
    assert out("watermark-zero", 4, "window", "count") == [("12:00:15", 1)]
    assert state("watermark-zero", 5)[3] == 1


def test_without_no_data_batches_results_wait() -> None:
    """The closed window is written by the next batch with data, and still took the late row."""
    assert [batch.has_data for batch in shipped("no-data-batches-off").batches] == [True] * 4
    assert out("no-data-batches-off", 3, "window", "count") == [("12:00:10", 4)]


def test_sessions_merge() -> None:
    """ann's two sessions become one of three clicks, 12:00 to 12:13."""
    assert [state("session-windows", n)[0] for n in (0, 2, 4)] == [3, 2, 1]
    assert out("session-windows", 4, "session_window", "user", "count") == [
        ("12:00:00", "ann", 3),
        ("12:01:00", "bob", 1),
    ]


def test_slowest_and_fastest_stream_set_the_watermark() -> None:
    """Policy min takes 12:00:10 of (10, 15) and waits for the sensors; max takes 12:00:15 and drops their rows."""
    slowest = ["12:00:10", "12:01:50", "12:01:55", "12:02:10"]
    assert [watermark("slowest-stream", n) for n in (1, 3, 5, 7)] == slowest
    assert [out("slowest-stream", n, "window", "count") for n in (5, 7)] == [[], [("12:02:00", 2)]]
    assert [watermark("fastest-stream", n) for n in (1, 3, 5)] == ["12:00:15", "12:01:55", "12:02:20"]
    assert out("fastest-stream", 5, "window", "count") == [("12:02:00", 1), ("12:02:10", 1)]
    assert [state("fastest-stream", 6)[n] for n in (1, 3)] == [1, 1]


def test_one_event_from_the_future_makes_the_rest_late() -> None:
    """After 22:00 the watermark is 21:50, the open window closes early and three honest rows are dropped as one."""
    assert watermark("future-event", 3) == "21:50:00"
    assert out("future-event", 3, "window", "count") == [("12:00:00", 3)]
    assert state("future-event", 4) == (1, 0, 0, 1)


def test_clean_up_conditions() -> None:
    """A to D: state leaves where the condition is met, and grows or is refused where it is broken."""
    removed = {
        name: sum(state(name, batch.id)[2] or 0 for batch in shipped(name).batches)
        for name in ("watermark-update", "watermark-complete", "event-time-key", "clean-up-b-broken", "clean-up-c-met")
    }
    assert removed == {
        "watermark-update": 1,
        "watermark-complete": 0,
        "event-time-key": 2,
        "clean-up-b-broken": 0,
        "clean-up-c-met": 1,
    }
    for name in ("clean-up-c-broken", "clean-up-d-broken"):
        failure = shipped(name).failure
        assert failure and failure.error_class == "STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION"
    assert "paid" in plan_text("clean-up-c-met", 0, "analyzed")
