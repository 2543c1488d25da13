"""`planviz app`: opens the web app."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import tomllib
from pathlib import Path
from typing import Any

from planviz.cli.command import CliError, Command
from planviz.cli.own import add_scenarios_argument
from planviz.own_scenarios import DIRECTORY_VARIABLE

ADDRESS = "127.0.0.1"
PORT = 8501
UI = Path(__file__).parents[1] / "ui"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=PORT, help=f"the port to listen on ({PORT})")
    parser.add_argument("--address", default=ADDRESS, help=f"the address to listen on ({ADDRESS}: only this machine)")
    parser.add_argument("--master", help="Spark's master for live runs, such as local[4] or spark://host:7077")
    add_scenarios_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Become the Streamlit server, so that Ctrl-C and signals reach it alone."""
    _check_port(options.address, options.port)
    if options.master:
        os.environ["PLANVIZ_MASTER"] = options.master
    if options.scenarios:
        _check_directory(options.scenarios)
        os.environ[DIRECTORY_VARIABLE] = str(options.scenarios.resolve())
    flags = _flags(tomllib.loads((UI / "config.toml").read_text(encoding="utf-8")))
    flags += [f"--server.port={options.port}", f"--server.address={options.address}"]
    print(f"planviz is on http://{options.address}:{options.port} (Ctrl-C ends it)", flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", str(UI / "main.py"), *flags])


def _check_directory(directory: Path) -> None:
    if not directory.is_dir():
        raise CliError(f"{directory} is not a directory. Make it first, or leave --scenarios out.")


def _check_port(address: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except (OSError, OverflowError) as error:
            raise CliError(
                f"Cannot listen on {address}:{port} ({error}). Perhaps planviz runs there already; "
                f"otherwise choose another port: planviz app --port {PORT + 1}"
            ) from error


def _flags(config: dict[str, Any], prefix: str = "") -> list[str]:
    """A configuration file's settings as command-line flags; an installed app has no such file to read."""
    flags: list[str] = []
    for name, value in config.items():
        if isinstance(value, dict):
            flags += _flags(value, f"{prefix}{name}.")
        else:
            text = value if isinstance(value, str) else json.dumps(value)
            flags.append(f"--{prefix}{name}={text}")
    return flags


COMMAND = Command("app", "Open the web app.", add_arguments, run)
