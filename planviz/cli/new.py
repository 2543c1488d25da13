"""`planviz new`: writes a scenario of the user's own, ready to run and to change."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from planviz.cli.command import CliError, Command

TEMPLATE = '''"""NAME: say here in one line what it is about. Run it with: planviz run FILE"""

from planviz.model import Scenario, Stream, Watch


def build(spark, clicks):
    """Plain PySpark: `clicks` is the directory that gets a new file each round. Returns a DataStreamWriter."""
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP, page STRING").option("maxFilesPerTrigger", 1).json(clicks)
    counts = seen.withWatermark("time", "10 minutes").groupBy(F.window("time", "5 minutes"), "page").count()
    return counts.writeStream.outputMode("update").format("memory").queryName("QUERY")


SCENARIO = Scenario(
    name="NAME",
    group="My own",
    title="TITLE",
    teaches="What one sees in it, in one sentence.",
    lesson="A few sentences on what happens, and why.",
    concepts=("watermark", "window"),
    # The input, round by round: the query has worked off one round before the next one comes.
    # The kinds are json, csv, text, parquet (files; rows are dicts, of text plain lines), socket (lines) and kafka
    # (dicts with value and, if wanted, key and partition; a real broker is started for the run).
    streams={
        "clicks": Stream(
            "json",
            (
                ({"time": "2024-01-01T12:01:00Z", "page": "home"}, {"time": "2024-01-01T12:03:00Z", "page": "cart"}),
                ({"time": "2024-01-01T12:20:00Z", "page": "home"},),
                ({"time": "2024-01-01T12:02:00Z", "page": "home"},),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(Watch(0, "What to look at in batch 0."),),
)
'''


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the scenario's name, such as my_scenario; NAME.py is written")


def run(options: argparse.Namespace) -> int:
    stem = Path(options.name).name.removesuffix(".py")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", stem):
        raise CliError(f"“{stem}” is no name for a scenario: use letters, digits, hyphens and underscores.")
    path = Path(options.name).with_name(f"{stem}.py")
    name = stem.lower().replace("_", "-")
    words = {
        "NAME": name,
        "FILE": str(path),
        "QUERY": name.replace("-", "_"),
        "TITLE": name.replace("-", " ").capitalize(),
    }
    text = re.sub(r"\b(NAME|FILE|QUERY|TITLE)\b", lambda match: words[match[0]], TEMPLATE)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CliError(f"{path} exists already, and is left as it is.") from None
    except OSError as error:
        raise CliError(f"Cannot write {path}: {error.strerror}.") from error
    print(f"Written: {path}")
    print(f"Run it:  planviz run {path}")
    return 0


COMMAND = Command("new", "Write a scenario of your own, to change and to run.", add_arguments, run)
