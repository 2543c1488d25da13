"""What a command of the CLI is made of."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


class CliError(Exception):
    """Something the user can put right; the message says what. Ends the program with exit code 1."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, its help line, its arguments, and what it does (it returns the exit code)."""

    name: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
