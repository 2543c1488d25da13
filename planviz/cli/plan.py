"""`planviz plan`: one stage of one batch's plan as a picture or text file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from planviz.cli.command import CliError, Command
from planviz.model import STAGES, Plan, Recording, read_recording
from planviz.render.plan_export import FORMATS, Export, caption_of, export_plan
from planviz.render.plan_layout import LAYOUTS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a recording")
    parser.add_argument("--batch", type=int, metavar="N", help="the batch (default: the last one)")
    parser.add_argument("--stage", choices=STAGES, default="physical", help="the stage (default: physical)")
    parser.add_argument("--format", choices=list(FORMATS), help="the format (default: by the ending of -o, else txt)")
    parser.add_argument("--layout", choices=LAYOUTS, default="vertical", help="how the graph is laid out")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="the colours")
    parser.add_argument(
        "--caption", metavar="TEXT", help="a line below the picture (default: query, batch, Spark version)"
    )
    parser.add_argument("--no-caption", action="store_true", help="no line below the picture")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write it (default: standard output)"
    )


def run(options: argparse.Namespace) -> int:
    recording = read_recording(options.file)
    batch_id = _batch_id(recording, options.batch)
    plan = _plan(recording, batch_id, options.stage)
    caption = "" if options.no_caption else options.caption or caption_of(recording, "", batch_id, options.stage)
    content = export_plan(plan, _format(options), Export(options.theme, options.layout, caption))
    if options.output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return 0
    try:
        options.output.write_bytes(content)
    except OSError as error:
        raise CliError(f"cannot write {options.output}: {error.strerror}") from error
    print(options.output)
    return 0


def _batch_id(recording: Recording, asked: int | None) -> int:
    ids = [batch.id for batch in recording.batches]
    if not ids:
        raise CliError("this recording has no batch, so it has no plan.")
    if asked is not None and asked not in ids:
        raise CliError(f"this recording has no batch {asked}; it has the batches {ids[0]} to {ids[-1]}.")
    return ids[-1] if asked is None else asked


def _plan(recording: Recording, batch_id: int, stage: str) -> Plan:
    plan = recording.plan(batch_id, stage)
    if plan is None:
        known = [each for each in STAGES if recording.plan(batch_id, each)]
        raise CliError(f"batch {batch_id} has no {stage} plan; it has: {', '.join(known) or 'no plans at all'}.")
    return plan


def _format(options: argparse.Namespace) -> str:
    if options.format:
        return str(options.format)
    if options.output is None:
        return "txt"
    suffix = options.output.suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        raise CliError(f"cannot tell the format from “{options.output.name}”; use one of: {', '.join(FORMATS)}.")
    return str(suffix)


COMMAND = Command("plan", "Save a batch's plan as SVG, PNG, DOT, Mermaid, JSON or text.", add_arguments, run)
