"""What capture costs a running query: the same query with and without it, turn by turn, in one run."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession, functions

from planviz.capture.recorder import Recorder
from planviz.capture.session import start_session
from planviz.model import read_recording
from planviz.worker import find_java

TURNS = 6
BATCHES = 40
WARM_UP = 10


def main() -> None:
    """Print the median trigger time with and without capture, their ratio, and what one batch's capture takes."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        os.environ["JAVA_HOME"] = str(find_java(directory / "java").home)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        # As in production: the next batch starts as soon as there is data.
        spark = start_session("local[2]", directory, {"spark.sql.streaming.pollingDelay": "10ms"})
        spark.sparkContext.setLogLevel("ERROR")
        files = _files(directory / "input")
        times: dict[bool, list[int]] = {False: [], True: []}
        captures: list[float] = []
        _turn(spark, files, directory / "warm", captures, capture=True)
        captures.clear()
        for turn in range(TURNS):
            # A B B A …, so that a drift of the machine meets both alike.
            for capture in (bool(turn % 2), not turn % 2):
                times[capture] += _turn(spark, files, directory / f"{turn}-{capture}", captures, capture)
        spark.stop()
    without, with_capture = (statistics.median(times[capture]) for capture in (False, True))
    print(f"{len(times[True])} batches each, word count over files, memory sink")
    print(f"trigger time, median   without capture {without:7.1f} ms")
    print(f"                       with capture    {with_capture:7.1f} ms   ratio {with_capture / without:.3f}")
    print(f"capture per batch      median {statistics.median(captures):.1f} ms, on the listener bus, beside the query")


def _files(directory: Path) -> Path:
    directory.mkdir()
    for number in range(BATCHES):
        words = (f"word{(number * 7 + index) % 50}" for index in range(200))
        (directory / f"{number:03}.txt").write_text("\n".join(" ".join([word] * 5) for word in words))
    return directory


def _turn(spark: SparkSession, files: Path, place: Path, captures: list[float], capture: bool) -> list[int]:
    """Run the query over all files, a file a batch, and return the trigger times after the warm-up."""
    lines = spark.readStream.option("maxFilesPerTrigger", 1).text(str(files))
    counts = lines.select(functions.explode(functions.split("value", " ")).alias("word")).groupBy("word").count()
    writer = counts.writeStream.outputMode("update").format("memory").queryName(f"bench_{place.name.replace('-', '_')}")
    query = writer.option("checkpointLocation", str(place)).start()
    recorder = Recorder(query, place.with_suffix(".jsonl")) if capture else None
    query.processAllAvailable()
    durations = [progress.durationMs["triggerExecution"] for progress in query.recentProgress if progress.numInputRows]
    query.stop()
    if recorder:
        recorder.stop(read_state=False)
        captures += [batch.capture_ms for batch in read_recording(recorder.path).batches if batch.capture_ms][WARM_UP:]
    return durations[WARM_UP:]


if __name__ == "__main__":
    main()
