"""Runs every benchmark, or those named on the command line: `python -m benchmarks capture recording`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

PREFIX = "bench_"


def main(names: list[str]) -> None:
    """Run benchmarks one after the other; each prints its own table."""
    known = sorted(path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py"))
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f"There is no benchmark {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
    for name in names or known:
        print(f"\n== {name} ==", flush=True)
        importlib.import_module(f"benchmarks.{PREFIX}{name}").main()


main(sys.argv[1:])
