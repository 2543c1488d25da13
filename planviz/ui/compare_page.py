"""The compare page: two or three recordings side by side, moved by one control."""

from __future__ import annotations

import html
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from planviz.analysis.compare import Figures, Step, compare, figures
from planviz.analysis.physics import find_physics
from planviz.analysis.plan_diff import diff_plans
from planviz.model import Batch, Recording, RecordingError
from planviz.render.compare_figure import compare_figure
from planviz.render.physics_scene import make_scene
from planviz.render.physics_svg import scene_to_svg
from planviz.ui import library, style
from planviz.ui.cells import cell
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
    st.query_params.from_dict({"page": "compare", "runs": ",".join(runs)})


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
    rows = {
        label: [_text(name, figures(batch) if batch else None) for batch in step.batches]
        for name, label in FIGURES.items()
    }
    rows = {"Batch": [str(batch.id) if batch else "none here" for batch in step.batches], **rows}
    st.table(pd.DataFrame.from_dict(rows, orient="index", columns=pd.Index(_distinct(titles))))


def _distinct(titles: list[str]) -> list[str]:
    return [title if titles.count(title) == 1 else f"{title} ({place + 1})" for place, title in enumerate(titles)]


def _text(name: str, seen: Figures | None) -> str:
    value: int | None = getattr(seen, name) if seen else None
    if value is None:
        return "–"
    if name == "watermark":
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") if value > 0 else "not set yet"
    return f"{value:,}"


def _pictures(runs: list[str], titles: list[str], recordings: tuple[Recording, ...], step: Step) -> None:
    """For each run the physics up to this step, and what its batch wrote."""
    for column, run, title, recording, batch in zip(
        st.columns(len(runs), gap="medium"), runs, titles, recordings, step.batches, strict=True
    ):
        with column:
            st.html(f'<div class="pv-card-title">{html.escape(title)}</div>')
            scene = make_scene(find_physics(recording)) if recording.batches else None
            if scene is not None and batch is not None:
                position = recording.batches.index(batch) + 1
                show_picture(scene_to_svg(scene, style.theme(), position), f"{run}-{batch.id}", f"compare-{run}")
            _output(batch, run)


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
