"""An uploaded recording is kept beside the others: it never takes the place of one, and never hides behind one."""

from __future__ import annotations

from pathlib import Path

import pytest

from planviz.model import RecordingError
from planviz.ui import library
from planviz.ui.runs_list import runs_html
from planviz.ui.upload import keep_upload
from scenarios import recording_path

WORDS = recording_path("word-count").read_bytes()
ANIMALS = recording_path("animal-windows").read_bytes()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLANVIZ_HOME", str(tmp_path))
    return tmp_path


def kept() -> set[str]:
    return {path.name for path in library.kept_runs()}


def test_the_same_name_twice() -> None:
    """Another recording of the same name gets a number; the very same one is there once."""
    first, second, again = (keep_upload("run.planviz.jsonl", content) for content in (WORDS, ANIMALS, WORDS))
    assert again == first != second
    assert (first.read_bytes(), second.read_bytes()) == (WORDS, ANIMALS)
    assert kept() == {"run.planviz.jsonl", "run-2.planviz.jsonl"}


def test_named_like_a_scenario() -> None:
    """`planviz run word-count` writes word-count.planviz.jsonl: uploaded, it opens, and not the one that was shipped."""
    path = keep_upload("word-count.planviz.jsonl", ANIMALS)
    assert library.path_of(library.run_of(path)) == path
    assert path.read_bytes() == ANIMALS


@pytest.mark.parametrize(
    "name", ["../../up.planviz.jsonl", "a@1.jsonl", "", "<b>.planviz.jsonl", ".planviz.jsonl", "/"]
)
def test_odd_names(name: str) -> None:
    """Whatever a file is called, it is kept among the runs, and a link leads to it."""
    path = keep_upload(name, WORDS)
    assert library.path_of(library.run_of(path)) == path
    assert path.read_bytes() == WORDS


def test_what_is_no_recording() -> None:
    """It is refused by its own name, nothing is kept of it, and what had that name before is still there."""
    keep_upload("run.planviz.jsonl", WORDS)
    with pytest.raises(RecordingError, match=r"^run\.planviz\.jsonl is not a planviz recording"):
        keep_upload("run.planviz.jsonl", b"nonsense\n")
    assert kept() == {"run.planviz.jsonl"}
    assert library.path_of("run").read_bytes() == WORDS


def test_the_list_says_where_they_are(home: Path) -> None:
    """The list has a link for each run and names the directory; without any there is no list."""
    assert runs_html() == ""
    keep_upload("my <run>.planviz.jsonl", WORDS)
    assert 'href="?run=my+_run_"' in runs_html()
    assert str(home / "runs") in runs_html()
