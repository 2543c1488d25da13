"""The command line: `planviz …` and `python -m planviz …`."""

from __future__ import annotations

import argparse
import os
import sys

from planviz.cli import animate, app, compare, list_scenarios, new, plan, run, script, show
from planviz.cli.command import CliError, Command
from planviz.model import RecordingError
from planviz.version import VERSION

COMMANDS: tuple[Command, ...] = (
    app.COMMAND,
    list_scenarios.COMMAND,
    run.COMMAND,
    new.COMMAND,
    script.COMMAND,
    show.COMMAND,
    compare.COMMAND,
    plan.COMMAND,
    animate.COMMAND,
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; errors of the user's become one line on stderr and an exit code."""
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        return command.run(options)
    except (CliError, RecordingError) as error:
        print(f"planviz: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("planviz: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output went away, as `planviz show … | head` does: not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="planviz", description="See what a Spark Structured Streaming query does.")
    parser.add_argument("--version", action="version", version=f"planviz {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = commands.add_parser(command.name, help=command.help, description=command.help)
        command.add_arguments(subparser)
        subparser.set_defaults(command=command)
    return parser
