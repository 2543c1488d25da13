"""The process of a query that is to be killed: starts Spark and the query, and does what it is asked until it dies.

Questions come on standard input as JSON lists, [what, values …]; each is answered with {"over", "value"}, or with
{"failed"} and the reason. The end of standard input means that whoever asked is gone: then nobody is left to kill this
process, and it leaves by itself.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pyspark.errors import StreamingQueryException
from pyspark.sql import SparkSession

from planviz.capture.doomed import Order
from planviz.capture.life import LivedHere
from planviz.capture.listener import warm_up
from planviz.capture.process import Send, leave, take_over_stdout
from planviz.capture.session import start_session
from planviz.model import InputRows, RecordingWriter, Rows


def main(path: Path) -> None:
    """Serve for ever: this process ends when it is killed, or when nobody asks any more."""
    send = take_over_stdout()
    order: Order = pickle.loads(path.read_bytes())
    questions: queue.Queue[list[Any]] = queue.Queue()
    threading.Thread(target=_read_questions, args=(questions, order.life.workspace), daemon=True).start()
    try:
        _live(order, questions, send)
    except Exception as error:
        # Whatever went wrong, whoever asks has to hear of it; the whole story is in the log.
        sys.excepthook(type(error), error, error.__traceback__)
        send({"failed": f"{type(error).__name__}: {error}"})
    threading.Event().wait()


def _live(order: Order, questions: queue.Queue[list[Any]], send: Send) -> None:
    """Start the query and answer questions about it until it is over."""
    spark = start_session(order.master, order.life.workspace / "doomed", order.conf)
    for name, setting in order.life.scenario.conf.items():
        spark.conf.set(name, setting)
    lived = _start(spark, order)
    send({"over": lived is None})
    while lived is not None:
        what, *values = questions.get()
        value: Any = None
        with contextlib.suppress(StreamingQueryException):
            value = _answers(spark, lived)[what](*values)
        over = not lived.query.isActive
        if over:
            lived.recorder.stop()
            lived = None
        send({"over": over, "value": value})


def _start(spark: SparkSession, order: Order) -> LivedHere | None:
    warm_up(spark)
    file = RecordingWriter(order.recording, go_on=True)
    query = order.life.start(spark, file)
    return LivedHere(query, order.life.recorder(query, file)) if query is not None else None


def _answers(spark: SparkSession, lived: LivedHere) -> Mapping[str, Callable[..., Any]]:
    """What can be asked, and who answers it."""

    def input(batch_id: int, stream: str, source: int, rows: list[Any], total: int) -> None:
        lived.input(batch_id, InputRows(stream, source, Rows(tuple(rows), total)))

    return {
        "settle": lived.settle,
        "last_progress": lambda: lived.last_progress().raw,
        "progress": lambda: [each.raw for each in lived.progress()],
        "input": input,
        "catch_up": lived.catch_up,
        "read_state": lived.read_state,
        "at_work": lambda: bool(spark.sparkContext.statusTracker().getActiveJobsIds()),
    }


def _read_questions(questions: queue.Queue[list[Any]], directory: Path) -> None:
    for line in sys.stdin:
        questions.put(json.loads(line))
    # If its owner has removed the directory above, our JVM may have made it anew since.
    leave(directory, 0, directory.parent)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
