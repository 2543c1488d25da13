"""The gallery without a browser: every lesson as a card, chapters with what they lead to, and the user's own."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from planviz.cli.new import TEMPLATE
from planviz.own_scenarios import DIRECTORY_VARIABLE
from planviz.ui import library
from scenarios import SCENARIOS, recording_path
from scenarios.chapters import CHAPTERS
from scenarios.clean_up_conditions import CONDITIONS
from scenarios.course import LESSONS
from tests.components import component_data, linked_html
from tests.shipped import title

HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without runs, and no directory of the user's unless a test gives one."""
    monkeypatch.setenv("PLANVIZ_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(DIRECTORY_VARIABLE, raising=False)
    return tmp_path / "home"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory for the user's own scenarios."""
    directory = tmp_path / "own"
    directory.mkdir()
    monkeypatch.setenv(DIRECTORY_VARIABLE, str(directory))
    return directory


def written(directory: Path, name: str, title: str = "Mine") -> Path:
    path = directory / f"{name}.py"
    path.write_text(TEMPLATE.replace('"NAME"', f'"{name}"').replace('"TITLE"', repr(title)), encoding="utf-8")
    return path


def page(where: str = "gallery", **parameters: str) -> AppTest:
    shown = AppTest.from_string(f"from planviz.ui import {where}\n{where}.show()", default_timeout=60)
    for name, value in parameters.items():
        shown.query_params[name] = value
    shown.run()
    assert not shown.exception
    return shown


def card(shown: str, title: str) -> str:
    """The card with that title."""
    return next(each for each in re.split("<li[^>]* data-words=", shown) if f"{html.escape(title)}</a></h3>" in each)


def test_every_lesson_is_a_card() -> None:
    """Each scenario has a card that links to its run, with its number, its sentence and a picture told in words."""
    shown = linked_html(page())
    for lesson in LESSONS:
        found = card(shown, lesson.scenario.title)
        assert f'href="?run={lesson.scenario.name}"><span class="number">{lesson.number}</span>' in found
        assert html.escape(lesson.scenario.teaches) in found
        assert re.search(r'<svg [^>]*role="img" aria-label="[^"]{20,}"', found)


def test_badges_tell_what_is_special() -> None:
    """Refused, killed and repeated runs are marked, and nothing else is."""
    shown = linked_html(page())
    assert re.findall('class="badge[^>]*>([^<]+)<', card(shown, title("kill-mid-batch"))) == [
        "killed in mid-batch",
        "runs twice",
    ]
    refused = [each for each in SCENARIOS if '"badge bad">refused by Spark<' in card(shown, each.title)]
    assert {each.name for each in refused} == {
        "words-append", "real-time-refused", "clean-up-c-broken", "clean-up-d-broken", "join-static-right", "sort-refused",
    }  # fmt: skip
    assert 'class="badge' not in card(shown, title("file-copy"))


def test_cards_are_found_by_concept() -> None:
    """The words a card is searched by hold its concepts, which it can show."""
    found = card(linked_html(page()), title("rocksdb-store"))
    assert "rocksdb" in found.split('"')[1]
    assert '<span class="concept" hidden>RocksDB</span>' in found


def test_chapters_lead_on() -> None:
    """Chapters are numbered, can be jumped to, and point to comparisons, to what Spark allows and to the conditions."""
    shown = linked_html(page())
    sections = {each.split('"')[0]: each for each in shown.split('<section data-chapter="')[1:]}
    assert list(sections) == [*(chapter.slug for chapter in CHAPTERS), "your-own"]
    for slug in sections:
        assert f'href="?chapter={slug}" data-chapter="{slug}"' in shown
    assert (
        'href="?page=support"' in sections["output-modes"]
        and 'href="?page=support#operations"' in sections["unsupported"]
    )
    assert "runs=words-append,words-update,words-complete" in sections["output-modes"]
    table = sections["event-time"].split('class="conditions"')[1]
    for condition in CONDITIONS:
        for scenario in (condition.met, condition.broken):
            assert f'href="?run={scenario.name}"' in table
    assert table.count(">Compare<") == 2


def test_newcomers_have_a_start() -> None:
    """The page begins with a link to the first lesson."""
    assert re.search(r'class="button" href="\?run=lines-to-words">Start here: 1\.1 ', linked_html(page()))


def test_a_link_keeps_search_and_chapter() -> None:
    """What the URL names is handed to the gallery."""
    (data,) = component_data(page(q="join", chapter="state"), "gallery")
    assert (data["words"], data["chapter"]) == ("join", "state")


def test_without_a_directory_it_says_how_to_begin() -> None:
    """“Your own” explains how to write a scenario and how to start the app with it."""
    shown = linked_html(page())
    assert "planviz new my_scenario" in shown and "planviz app --scenarios" in shown


def test_an_empty_directory_says_how_to_begin(own: Path) -> None:
    """A directory without a scenario is named, with what to do."""
    shown = linked_html(page())
    assert f"There is no scenario in {own} yet." in shown and f"--scenarios {own}" in shown


def test_own_scenarios_are_cards(own: Path) -> None:
    """A scenario of the user's has a card that leads to its page, and what it says is escaped."""
    written(own, "mine", HOSTILE)
    shown = linked_html(page())
    assert 'href="?page=own&amp;name=mine"' in card(shown, HOSTILE)
    assert "Not run yet" in shown and "<img" not in shown


def test_a_file_that_cannot_be_read_does_not_hide_the_others(own: Path) -> None:
    """The reason is shown, whatever the file does when it is read, and the other cards are there."""
    written(own, "mine")
    (own / "leaves.py").write_text("raise SystemExit(3)")
    (own / "wants_spark.py").write_text("import pyspark.nothing")
    (own / "twice.py").write_text((own / "mine.py").read_text())
    (own / "taken.py").write_text((own / "mine.py").read_text().replace('"mine"', '"word-count"'))
    shown = linked_html(page())
    assert card(shown, "Mine")
    problems = re.findall('<p class="problem" role="alert">([^<]+)<', shown)
    assert len(problems) == 4
    for words in ("SystemExit in line 1", "import pyspark inside build", "and so is mine.py", "as a built-in scenario"):
        assert any(words in problem for problem in problems), words


def test_a_directory_that_is_gone(own: Path) -> None:
    """If the directory is removed while the app runs, the gallery says so and shows the course."""
    own.rmdir()
    shown = linked_html(page())
    assert f"{own} is not a directory." in shown and card(shown, title("word-count"))


def test_a_changed_file_is_seen(own: Path) -> None:
    """The next look shows what the file says now, even if it has the same size and the same second."""
    path = written(own, "mine", "Before")
    before = path.stat().st_mtime_ns
    shown = page()
    assert card(linked_html(shown), "Before")
    written(own, "mine", "Behind")
    os.utime(path, ns=(before + 1000, before + 1000))
    assert card(linked_html(shown.run()), "Behind")


def test_runs_are_found_again(own: Path, home: Path) -> None:
    """A recording of the user's scenario is its picture, and is listed by its title and time."""
    written(own, "mine", "My clicks")
    runs = home / "runs"
    runs.mkdir(parents=True)
    text = recording_path("animal-windows").read_text(encoding="utf-8")
    recording = text.replace('"scenario":"animal-windows"', '"scenario":"mine"')
    assert recording != text
    (runs / "mine-20260102-030405.planviz.jsonl").write_text(recording, encoding="utf-8")
    (runs / "an upload.planviz.jsonl").write_text(recording, encoding="utf-8")
    (runs / "other.planviz.jsonl").write_text(text, encoding="utf-8")
    shown = linked_html(page())
    assert "9 batches on event time" in card(shown, "My clicks")
    listed = shown.split('class="runs"')[1]
    assert 'href="?run=mine-20260102-030405">My clicks · 02 Jan 03:04:05<' in listed
    assert 'href="?run=an+upload">My clicks · an upload<' in listed
    assert library.runs_of("mine") == ["an upload", "mine-20260102-030405"]


def test_the_page_of_an_own_scenario(own: Path, home: Path) -> None:
    """It shows texts, source and runs, offers to run it live, and marks runs of an earlier form of the query."""
    path = written(own, "mine", "My clicks")
    runs = home / "runs"
    runs.mkdir(parents=True)
    text = recording_path("watermark-append").read_text(encoding="utf-8").replace('"watermark-append"', '"mine"')
    for second in (5, 6):
        (runs / f"mine-20260102-03040{second}.planviz.jsonl").write_text(text, encoding="utf-8")
    shown = page("own_page", name="mine")
    assert shown.code[0].value == path.read_text(encoding="utf-8").strip()
    assert [button.key for button in shown.button] == ["run-live"]
    listed = linked_html(shown)
    assert listed.count("an earlier form of the query") == 2
    assert "runs=mine-20260102-030405,mine-20260102-030406" in listed


def test_the_page_of_no_scenario(own: Path) -> None:
    """A name that is not there, and a file that cannot be read, are told."""
    (own / "bad.py").write_text("nonsense(")
    shown = page("own_page", name="mine")
    assert "There is no scenario" in shown.error[0].value and "SyntaxError" in shown.warning[0].value
