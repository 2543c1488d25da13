"""Runs a program that ends with our standard input: however our parent dies, the program does not outlive it.

python guard.py PROGRAM ARGUMENT…
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def main() -> None:
    """Run the program; leave with its exit code, or kill it when standard input ends."""
    program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
    threading.Thread(target=lambda: os._exit(program.wait()), daemon=True).start()
    while sys.stdin.buffer.read(1):
        pass
    program.kill()
    program.wait()


if __name__ == "__main__":
    main()
