from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from planviz.cli import main
from planviz.model import Batch, Link, Plan, PlanNode, QueryInfo, Recording, read_recording
from planviz.render.plan_dot import plan_to_dot
from planviz.render.plan_export import FORMATS, Export, caption_of, export_plan
from planviz.render.plan_json import plan_to_json
from planviz.render.plan_mermaid import plan_to_mermaid
from planviz.render.plan_text import explain_text, plan_to_text
from tests.plans import SHIPPED, all_plans, chain, hostile_plan, recordings, sample, small_plan

RECORDING = str(SHIPPED / "animal-windows.planviz.jsonl")


def test_mermaid_to_the_letter() -> None:
    """A small plan's flowchart, whole."""
    assert plan_to_mermaid(small_plan(), caption='The "query"') == (
        "---\n"
        'title: "The \\"query\\""\n'
        "---\n"
        "flowchart BT\n"
        '  n0["WriteToDataSourceV2<br/>batch 3 → MemoryStreamingWrite<br/>rows 2"]:::sink\n'
        '  n1["Filter<br/>price #62;= 10.0"]:::filter\n'
        '  n2["Scan json<br/>columns price<br/>size 2.0 KiB"]:::source\n'
        '  n1 -->|"2 rows"| n0\n'
        '  n2 -->|"1,500 rows"| n1\n'
        "  classDef filter fill:#F2F4F7,stroke:#4B5768,color:#18212F\n"
        "  classDef sink fill:#E2F4F1,stroke:#0F7A6C,color:#18212F\n"
        "  classDef source fill:#E8F1FE,stroke:#2563C9,color:#18212F\n"
    )


def test_dot_to_the_letter() -> None:
    """A small plan's DOT, node and edge lines whole."""
    lines = [line.strip() for line in plan_to_dot(small_plan()).splitlines()]
    assert lines[4:] == [
        'n0 [label="WriteToDataSourceV2\\nbatch 3 → MemoryStreamingWrite\\nrows 2" color="#0F7A6C" fillcolor="#E2F4F1"]',
        'n2 [label="Scan json\\ncolumns price\\nsize 2.0 KiB" color="#2563C9" fillcolor="#E8F1FE"]',
        "subgraph cluster_codegen_1 {",
        'label="codegen 1" labeljust=l labelloc=b',
        'color="#B9C3D2" style=dashed',
        'fontcolor="#566173" fontname=Helvetica fontsize=9',
        'n1 [label="Filter\\nprice >= 10.0" color="#4B5768" fillcolor="#F2F4F7"]',
        "}",
        'n1 -> n0 [label="  2 rows  " style=solid]',
        'n2 -> n1 [label="  1,500 rows  " style=solid]',
        "}",
    ]


def test_text_is_the_tree_people_know() -> None:
    """Connectors and codegen stars stand as Spark prints them, and side plans say what they are."""
    plan = Plan(
        (
            PlanNode(0, "Join", "Join Inner", links=(Link(1), Link(2), Link(4, "subquery"))),
            PlanNode(1, "Scan", "Scan a", codegen=1),
            PlanNode(2, "Filter", "Filter x", links=(Link(3),)),
            PlanNode(3, "Scan", "Scan b"),
            PlanNode(4, "Subquery", "Subquery s"),
        )
    )
    assert plan_to_text(plan) == ("Join Inner\n:- *(1) Scan a\n:- Filter x\n:  +- Scan b\n+- [subquery] Subquery s\n")


def test_text_agrees_with_spark() -> None:
    """The tree of operator names is the one in Spark's own formatted text."""
    batch = sample("join-then-count").batches[2]
    spark_names = re.findall(r"^[\s:+\-]*\*? ?(\w[\w ]*?) +\(\d+\)$", batch.formatted, re.MULTILINE)
    ours = [node.name for node in batch.plans["physical"]]
    assert [name for name in spark_names if name != "InputAdapter"][: len(ours)] == ours


def test_explain_has_three_forms() -> None:
    """Simple is the physical plan, extended all stages, formatted Spark's own words."""
    batch = sample("word-count").batches[1]
    assert explain_text(batch, "simple").startswith("== Physical Plan ==\nWriteToDataSourceV2")
    assert [line for line in explain_text(batch, "extended").splitlines() if line.startswith("==")] == [
        "== Parsed Logical Plan ==", "== Analyzed Logical Plan ==", "== Optimized Logical Plan ==", "== Physical Plan ==",
    ]  # fmt: skip
    assert explain_text(batch, "formatted") == batch.formatted
    assert explain_text(Batch(0, {}), "simple") == ""


def test_json_holds_what_spark_said_and_what_follows() -> None:
    """Each node has its text and metrics, and its family, summary, role and rows."""
    document = json.loads(plan_to_json(sample("word-count").batches[1].plans["physical"], "x"))
    node = document["nodes"][2]
    assert document["caption"] == "x"
    assert (node["id"], node["name"], node["family"], node["role"]) == (2, "StateStoreSave", "state", "6 save")
    assert node["state"]["version"] == 1 and node["links"] == [[3, "child"]]


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("plan", [hostile_plan(), chain(3000)], ids=["hostile", "deep"])
def test_every_format_takes_every_plan(suffix: str, plan: Plan) -> None:
    """Hostile text and depth break no format, and twice the same gives the same bytes."""
    first = export_plan(plan, suffix, Export(theme="dark", caption="c"))
    assert first and first == export_plan(plan, suffix, Export(theme="dark", caption="c"))


def test_hostile_text_cannot_leave_its_quotes() -> None:
    """In Mermaid no special character is left, and in DOT every quote inside a label is escaped."""
    for line in plan_to_mermaid(hostile_plan()).splitlines():
        label = re.fullmatch(r'  n\d+\["(.*)"\]:::\w+', line)
        assert label is None or not re.search(r'["<>\[\]{}()|`\\]', label.group(1).replace("<br/>", ""))
        assert "\x00" not in line
    for line in plan_to_dot(hostile_plan()).splitlines():
        assert len(re.findall(r'(?<!\\)"', line)) % 2 == 0
        assert "label=<" not in line


@pytest.mark.thorough
@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.name.split(".")[0])
def test_every_recorded_plan_exports(path: Path) -> None:
    """Each distinct plan of each recording becomes every text format."""
    for _, plan in all_plans(read_recording(path)):
        for suffix in ("svg", "dot", "mmd", "json", "txt"):
            assert export_plan(plan, suffix)


def test_png_is_a_png_of_twice_the_size() -> None:
    """The picture is rendered at double size for sharp text."""
    png = export_plan(small_plan(), "png", Export(caption="x"))
    width = int.from_bytes(png[16:20], "big")
    svg = export_plan(small_plan(), "svg", Export(caption="x")).decode()
    assert png.startswith(b"\x89PNG") and width == round(2 * float(re.search(r'width="([\d.]+)"', svg).group(1)))  # type: ignore[union-attr]


def test_a_huge_plan_still_becomes_a_png() -> None:
    """No picture gets larger than viewers can open."""
    png = export_plan(chain(2000), "png")
    assert max(int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) <= 16_001


def test_the_caption_says_what_is_shown() -> None:
    """Query, batch, stage and Spark version; what is unknown is left out."""
    recording = Recording(QueryInfo(name="counts", spark_version="4.3.0"), ())
    assert caption_of(recording, "", 3, "physical") == "counts · batch 3 · Physical (executed) · Spark 4.3.0"
    assert caption_of(Recording(QueryInfo(), ()), "Title", 3, "parsed") == "Title · batch 3 · Parsed"
    continuous = Recording(QueryInfo(name="squares", engine="ContinuousExecution"), ())
    assert caption_of(continuous, "", 3, "parsed") == "squares · epoch 3 · Parsed"


def test_the_command_writes_the_format_of_the_ending(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`planviz plan FILE -o plan.EXT` writes that kind of file, the same one each time."""
    for suffix in FORMATS:
        file = tmp_path / f"plan.{suffix}"
        assert main(["plan", RECORDING, "--batch", "3", "--stage", "optimized", "-o", str(file)]) == 0
        plan = read_recording(RECORDING).plan(3, "optimized")
        assert plan is not None
        caption = caption_of(read_recording(RECORDING), "", 3, "optimized")
        assert file.read_bytes() == export_plan(plan, suffix, Export(caption=caption))
    assert "plan.svg" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--batch", "99"], "no batch 99; it has the batches 0 to 8"),
        (["-o", "plan.doc"], "cannot tell the format"),
        (["-o", "/nowhere/plan.svg"], "cannot write /nowhere/plan.svg"),
    ],
)
def test_mistakes_get_one_clear_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What the user can put right is said in one line, and the exit code is 1."""
    assert main(["plan", RECORDING, *arguments]) == 1
    assert message in capsys.readouterr().err


def test_without_a_file_the_plan_goes_to_standard_output() -> None:
    """`planviz plan FILE` prints the last batch's physical plan as text."""
    command = [sys.executable, "-m", "planviz", "plan", RECORDING, "--no-caption"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert printed.startswith("WriteToDataSourceV2") and "+- " in printed
