"""The command line: useful output, exit codes, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from planviz.cli import COMMANDS, main
from planviz.model import read_recording
from planviz.own_scenarios import DIRECTORY_VARIABLE
from scenarios import recording_path
from scenarios.course import LESSONS
from tests.conftest import ROOT


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Every scenario is listed with its number and its title."""
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for lesson in LESSONS:
        assert any(line.split()[:2] == [lesson.number, lesson.scenario.name] for line in lines)
        assert any(line.endswith(lesson.scenario.title) for line in lines)


def test_list_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own scenarios are listed too, with what cannot be read; an empty directory gets a way to begin."""
    assert main(["list", "--scenarios", str(tmp_path)]) == 0
    assert "planviz new" in capsys.readouterr().out
    assert main(["new", str(tmp_path / "my_scenario")]) == 0
    (tmp_path / "bad.py").write_text("nonsense(", encoding="utf-8")
    monkeypatch.setenv(DIRECTORY_VARIABLE, str(tmp_path))
    assert main(["list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[-2].split() == ["my-scenario", "My", "scenario"]
    assert "not readable" in shown[-1] and "SyntaxError" in shown[-1]


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary of the animals has a line for each batch, with watermark, state, dropped rows and duration."""
    assert main(["show", str(recording_path("animal-windows"))]) == 0
    lines = capsys.readouterr().out.splitlines()
    header = next(index for index, line in enumerate(lines) if line.strip().startswith("batch"))
    assert lines[header].split() == [
        "batch",
        "rows",
        "in",
        "watermark",
        "state",
        "rows",
        "updated",
        "removed",
        "dropped",
        "rows",
        "out",
        "ms",
    ]
    assert lines[header + 6].split()[:-1] == ["5", "no", "data", "2024-01-01", "12:11:00", "9", "0", "5", "0", "0"]
    assert lines[header + 7].split()[:-1] == ["6", "3", "2024-01-01", "12:11:00", "11", "4", "0", "2", "4"]


def test_show_tells_the_lives_of_a_query(capsys: pytest.CaptureFixture[str]) -> None:
    """Each run has a line, which says how it ended if nobody asked it to."""
    assert main(["show", str(recording_path("kill-mid-batch"))]) == 0
    first, second = (line for line in capsys.readouterr().out.splitlines() if line.startswith("run "))
    assert first.endswith(": The process was killed with signal 9 in the middle of batch 1")
    assert second.startswith("run 2") and ":" not in second


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    """Two runs are compared step by step: what differs is printed, and nothing else unless it is asked for."""
    files = [str(recording_path(name)) for name in ("watermark-append", "watermark-zero")]
    assert main(["compare", *files]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].split() == ["watermark-append", "watermark-zero"]
    assert "Input 1 · batch 0: no difference" in shown
    assert "Rows in" not in shown
    step = shown.split("Input 2 · batch 2\n")[1].splitlines()
    assert step[0].split() == ["*", "Watermark", "12:00:05", "12:00:15"]
    assert main(["compare", "--all", *files]) == 0
    assert "Rows in" in capsys.readouterr().out


def test_animate_several_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Runs that are named together stand side by side in one picture."""
    files = [str(recording_path(name)) for name in ("watermark-append", "watermark-complete")]
    target = tmp_path / "both.svg"
    assert main(["animate", *files, "-o", str(target), "--batch", "2"]) == 0
    assert "6 steps" in capsys.readouterr().out
    svg = target.read_text(encoding="utf-8")
    assert ">watermark-append<" in svg and ">watermark-complete<" in svg and ">no batch<" in svg


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "no-such-file"], "cannot be read"),
        (["show", str(ROOT / "Makefile")], "not a planviz recording"),
        (["run", "no-such-scenario"], "There is no scenario"),
        (["compare", str(recording_path("restart"))], "two or 3 recordings"),
        (["animate", *[str(recording_path("watermark-zero"))] * 4, "-o", "x.svg"], "3 are the most"),
        (["animate", str(recording_path("watermark-zero")), "-o", "x.svg", "--batch", "99"], "There is no batch 99"),
        (["run", "file-copy", "-o", "/dev/null/x"], "Cannot write"),
        (["list", "--scenarios", "/no/such/place"], "is not a directory"),
        (["app", "--scenarios", "/no/such/place", "--port", "0"], "is not a directory"),
    ],
)
def test_mistakes(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake of the user's gives one line on stderr and exit code 1."""
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help(command, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    """Each command explains itself."""
    with pytest.raises(SystemExit) as ended:
        main([command.name, "--help"])
    assert ended.value.code == 0
    assert command.help in " ".join(capsys.readouterr().out.split())


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown command is a usage error: exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(["fly"])
    assert ended.value.code == 2
    assert "usage: planviz" in capsys.readouterr().err


def test_closed_pipe() -> None:
    """`planviz show … | head -1` ends quietly."""
    command = f"{sys.executable} -m planviz show {recording_path('animal-windows')} | head -1"
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.stderr == ""


def test_busy_port(capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken gets a message that names it and a way out."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert main(["app", "--port", str(port)]) == 1
    assert f"127.0.0.1:{port}" in capsys.readouterr().err


@pytest.mark.spark
def test_run(tmp_path: Path) -> None:
    """`planviz run` records a scenario on the master it is told, prints a line a batch, and keeps Spark's log to itself."""
    path = tmp_path / "copy.planviz.jsonl"
    path.write_bytes(recording_path("restart").read_bytes())
    result = subprocess.run(
        [sys.executable, "-m", "planviz", "run", "file-copy", "-o", path, "--master", "local[1]"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    recording = read_recording(path)
    assert recording.query.master == "local[1]"
    assert len(result.stdout.splitlines()) == len(recording.batches) + 2
    assert result.stderr == ""
