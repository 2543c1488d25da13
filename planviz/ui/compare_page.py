"""The compare page: two or three recordings side by side, moved by one control."""

from __future__ import annotations

import html
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from planviz.analysis.compare import Step, compare, figures
from planviz.analysis.physics import find_physics
from planviz.analysis.plan_diff import diff_plans
from planviz.model import Batch, Recording, RecordingError
from planviz.render.compare_figure import compare_figure
from planviz.render.inks import series_colors
from planviz.render.physics_scene import make_scene
from planviz.render.physics_svg import scene_to_svg
from planviz.ui import library, style
from planviz.ui.cells import cell
from planviz.ui.links import go
from planviz.ui.picture import show_picture
from scenarios import SCENARIOS, find_scenario

MOST = 3
PRESETS = {
    "Output modes": ("words-append", "words-update", "words-complete"),
    "A watermark in each mode": ("watermark-append", "watermark-update", "watermark-complete"),
    "Watermark delay: 10 s and none": ("watermark-append", "watermark-zero"),
    "With and without no-data batches": ("watermark-append", "no-data-batches-off"),
    "Deduplication without, with, within": ("dedup", "dedup-watermark", "dedup-within-watermark"),
    "Slowest or fastest stream": ("slowest-stream", "fastest-stream"),
    "State stores": ("hdfs-store", "rocksdb-store"),
    "Join with and without a bound": ("join-inner", "join-unbounded"),
    "Once and availableNow": ("trigger-once", "trigger-available-now"),
    "After a failure: file sink and foreach": ("file-sink-exactly-once", "foreach-duplicates"),
}
FIGURES = {
    "input": "Rows in",
    "output": "Rows out",
    "watermark": "Watermark",
    "state": "State rows",
    "updated": "Updated",
    "removed": "Removed",
    "dropped": "Dropped as late",
    "millis": "Milliseconds",
}


NOTHING = "–"


def show() -> None:
    """Fill the page."""
    st.html('<h1 class="pv-title">Compare runs</h1>')
    runs = _choose()
    if len(runs) < 2:
        st.info("Choose two or three runs, or one of the pairs above.", icon=":material/compare_arrows:")
        return
    try:
        recordings = tuple(library.load(library.path_of(run)) for run in runs)
    except RecordingError as error:
        st.error(str(error), icon=":material/error:")
        return
    titles = [_title(run) for run in runs]
    steps = compare(recordings)
    _refusals(titles, recordings)
    if not steps:
        st.info("None of these runs has a batch.", icon=":material/info:")
        return
    number = _choose_step(steps)
    _charts(titles, steps, number)
    _table(titles, steps[number])
    _outputs(runs, titles, steps[number])
    _pictures(runs, titles, recordings, steps[number])
    _plans(titles, steps[number])


def _choose() -> list[str]:
    """The runs in the URL, chosen by a preset or by hand."""
    options = [*(scenario.name for scenario in SCENARIOS), *(library.run_of(path) for path in library.kept_runs())]
    asked = [run for run in st.query_params.get("runs", "").split(",") if run]
    options += [run for run in asked if run not in options]
    with st.container(horizontal=True):
        for name, runs in PRESETS.items():
            st.button(
                name,
                key=f"preset-{name}",
                type="primary" if runs == tuple(asked) else "secondary",
                on_click=_go,
                args=(runs,),
            )
    chosen = st.multiselect(
        "Runs", options, default=asked[:MOST], max_selections=MOST, format_func=_title, placeholder="Choose runs"
    )
    if chosen != asked:
        _go(tuple(chosen))
    return chosen


def _go(runs: tuple[str, ...]) -> None:
    go({"page": "compare", "runs": ",".join(runs)})


def _title(run: str) -> str:
    scenario = find_scenario(run)
    return scenario.title if scenario else run


def _refusals(titles: list[str], recordings: tuple[Recording, ...]) -> None:
    for title, recording in zip(titles, recordings, strict=True):
        if recording.failure:
            message = html.escape(recording.failure.message.splitlines()[0])
            st.html(f'<div class="pv-watch"><b>{html.escape(title)}</b><br>{message}</div>')


def _choose_step(steps: tuple[Step, ...]) -> int:
    asked = st.query_params.get("step", "1")
    number = int(asked) if asked.isdigit() and 1 <= int(asked) <= len(steps) else 1
    if len(steps) > 1:
        number = st.slider(
            "Step", 1, len(steps), number, help="The n-th batch with data of each run belongs together.", key="step"
        )
        st.query_params["step"] = str(number)
    st.html(f'<div class="pv-card-title">{html.escape(steps[number - 1].label)}</div>')
    return number - 1


def _charts(titles: list[str], steps: tuple[Step, ...], number: int) -> None:
    marks = zip(titles, series_colors(style.theme()), "●■◆", strict=False)
    st.html(
        " &emsp; ".join(
            f'<span style="color:{color}">{mark}</span> {html.escape(title)}' for title, color, mark in marks
        )
    )
    labels = [step.label for step in steps]
    for column, name in zip(st.columns(3), ("output", "state", "dropped"), strict=True):
        lines = [[_figure(step.batches[place], name) for step in steps] for place in range(len(titles))]
        with column:
            st.markdown(f"**{FIGURES[name]}**")
            if any(value is not None for line in lines for value in line):
                figure = compare_figure(titles, lines, labels, number, style.theme())
                st.plotly_chart(figure, key=f"compare-{name}", config={"displayModeBar": False}, theme=None)
            else:
                st.caption("None of these runs has this figure: they keep no state.")


def _figure(batch: Batch | None, name: str) -> int | None:
    return getattr(figures(batch), name) if batch else None


def _table(titles: list[str], step: Step) -> None:
    """The figures of this step; a row in which the runs differ stands out."""
    heads = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    lines = [("Batch", [str(batch.id) if batch else "no batch here" for batch in step.batches])]
    lines += [(label, [_text(name, batch) for batch in step.batches]) for name, label in FIGURES.items()]
    body = "".join(_line(label, cells) for label, cells in lines)
    st.html(f'<table class="pv-compare" style="width:100%;text-align:left"><tr><th></th>{heads}</tr>{body}</table>')


def _line(label: str, cells: list[str]) -> str:
    known = {cell for cell in cells if cell != NOTHING}
    differs = len(known) > 1 and label not in ("Batch", FIGURES["millis"])
    style_of = "font-weight:650;background:color-mix(in srgb, #2f7dd1 12%, transparent)" if differs else ""
    texts = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
    return f'<tr style="{style_of}"><td>{html.escape(label)}</td>{texts}</tr>'


def _text(name: str, batch: Batch | None) -> str:
    value: int | None = getattr(figures(batch), name) if batch else None
    if value is None:
        return NOTHING
    if name == "watermark":
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") if value > 0 else "not set yet"
    return f"{value:,}"


def _outputs(runs: list[str], titles: list[str], step: Step) -> None:
    for column, run, title, batch in zip(st.columns(len(runs)), runs, titles, step.batches, strict=True):
        with column:
            st.html(f'<div class="pv-card-title">{html.escape(title)}</div>')
            _output(batch, run)


def _pictures(runs: list[str], titles: list[str], recordings: tuple[Recording, ...], step: Step) -> None:
    """The physics of each run up to this step, one below the other: event time runs from left to right in all."""
    for run, title, recording, batch in zip(runs, titles, recordings, step.batches, strict=True):
        scene = make_scene(find_physics(recording)) if recording.batches else None
        if scene is None:
            continue
        position = recording.batches.index(batch or _before(recording, step)) + 1
        show_picture(scene_to_svg(scene, style.theme(), position, title), f"{run}-{position}", f"compare-{run}")


def _before(recording: Recording, step: Step) -> Batch:
    """The last batch that a run had done when the others ran theirs."""
    last = max((batch.id for batch in step.batches if batch), default=0)
    return [recording.batches[0], *(batch for batch in recording.batches if batch.id < last)][-1]


def _output(batch: Batch | None, run: str) -> None:
    if batch is None:
        st.caption("This run has no batch at this step.")
    elif batch.output is None:
        st.caption(f"What batch {batch.id} wrote was not recorded: its sink keeps no rows.")
    elif not batch.output.rows:
        st.caption(f"Batch {batch.id} wrote no row.")
    else:
        st.caption(f"Batch {batch.id} wrote:")
        rows = [{name: cell(value) for name, value in row.items()} for row in batch.output.rows]
        st.dataframe(pd.DataFrame(rows), hide_index=True, key=f"compare-output-{run}")


def _plans(titles: list[str], step: Step) -> None:
    """How the plans of the first run and of each other one differ."""
    first, *others = step.batches
    for title, other in zip(titles[1:], others, strict=True):
        before = first.plans.get("physical") if first else None
        after = other.plans.get("physical") if other else None
        if before is None or after is None:
            continue
        diff = diff_plans(before, after)
        lines = [f"only here: {node.name}" for node in diff.removed]
        lines += [f"only there: {node.name}" for node in diff.added]
        lines += [f"{node.name} · {change.text}" for node in diff.changed for change in node.changes]
        with st.expander(f"Plans: {titles[0]} (here) and {title} (there): {len(lines)} differences"):
            items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
            st.html(f"<ul>{items}</ul>" if lines else "<p>The plans are the same but for identifiers.</p>")
