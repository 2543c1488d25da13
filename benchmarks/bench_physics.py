"""Measures the physics picture: analysis, size and first paint by length of run, and frames per second against plotly."""

from __future__ import annotations

import json
import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.plotly_frames import plotly_page
from planviz.analysis.physics import find_physics
from planviz.model import (
    InputRows,
    QueryInfo,
    RecordingWriter,
    Rows,
    read_recording,
)
from planviz.model.plan import plan_to_json
from planviz.render.physics_board import board_of
from planviz.render.physics_layout import make_scene
from planviz.render.physics_page import board_to_page
from planviz.render.physics_payload import board_to_payload
from scenarios import recording_path
from tests.chromium import find_chromium

LENGTHS = (5, 50, 500, 5_000, 10_000)
POINTS = 2_000
PLOTLY_LENGTHS = (5, 50, 500)
"""Plotly's frames of longer runs are too large for a browser to open in reasonable time."""
PLAY_SECONDS = 4


@dataclass
class Measured:
    """One line of the table."""

    open_ms: float
    facts_ms: float
    draw_ms: float
    payload_kb: float
    paint_ms: float
    fps: float


def main() -> None:
    """Print both tables."""
    print(f"Runs with {POINTS:,} rows in all; times of this machine, so compare ratios.\n")
    print("batches   open file   analysis   drawing   payload   first paint   playing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for length in LENGTHS:
            line = measure(browser, length)
            print(
                f"{length:>7,}   {line.open_ms:>6.0f} ms   {line.facts_ms:>5.0f} ms   {line.draw_ms:>4.0f} ms   "
                f"{line.payload_kb:>4.0f} KB   {line.paint_ms:>8.0f} ms   {line.fps:>3.0f} fps",
                flush=True,
            )
        print("\nThe same runs as plotly frames: page, first paint, playing")
        for length in PLOTLY_LENGTHS:
            size, paint, fps = measure_plotly(browser, length)
            print(f"{length:>7,}   {size:>6,.0f} KB   {paint:>6.0f} ms   {fps:>3.0f} fps", flush=True)
        browser.close()


def measure(browser: Browser, length: int) -> Measured:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "run.planviz.jsonl")
        write_run(path, length)
        started = time.perf_counter()
        recording = read_recording(path)
        opened = time.perf_counter()
        physics = find_physics(recording)
        found = time.perf_counter()
        scene = make_scene(physics)
        assert scene is not None
        payload = json.dumps(board_to_payload(board_of(scene), "light", "run"), ensure_ascii=False)
        drawn = time.perf_counter()
        page_file = Path(directory, "run.html")
        page_file.write_text(board_to_page(board_of(scene, "run")), encoding="utf-8")
        paint, fps = play(browser, page_file, ".now path", ".play")
    return Measured(
        (opened - started) * 1000,
        (found - opened) * 1000,
        (drawn - found) * 1000,
        len(payload.encode()) / 1024,
        paint,
        fps,
    )


def measure_plotly(browser: Browser, length: int) -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "run.planviz.jsonl")
        write_run(path, length)
        physics = find_physics(read_recording(path))
        page_file = Path(directory, "plotly.html")
        page_file.write_text(plotly_page(physics), encoding="utf-8")
        paint, fps = play(browser, page_file, ".updatemenu-button", ".updatemenu-button")
        return page_file.stat().st_size / 1024, paint, fps


def play(browser: Browser, file: Path, drawn: str, button: str) -> tuple[float, float]:
    """Milliseconds until the picture is there, and frames per second while it plays from its start."""
    page: Page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(180_000)
    started = time.perf_counter()
    page.goto(file.as_uri())
    page.wait_for_selector(drawn, state="attached")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    paint = (time.perf_counter() - started) * 1000
    page.locator(button).first.click()
    fps: float = page.evaluate(
        """seconds => new Promise(done => { let frames = 0; const start = performance.now();
           const step = now => { frames++; now - start < seconds * 1000 ? requestAnimationFrame(step)
             : done(frames / ((now - start) / 1000)); }; requestAnimationFrame(step); })""",
        PLAY_SECONDS,
    )
    page.close()
    return paint, fps


def write_run(path: Path, length: int) -> None:
    """A recording of that length: the animals' own plans and progress, with rows and watermark that move on."""
    animals = read_recording(recording_path("animal-windows"))
    model, chance = animals.batches[2], random.Random(length)
    assert animals.started is not None
    stages = {stage: plan_to_json(plan) for stage, plan in model.plans.items() if stage in ("analyzed", "physical")}
    writer = RecordingWriter(path)
    writer.query(QueryInfo(name="bench", output_mode="Update", conf=animals.query.conf))
    writer.started(plan_to_json(animals.started))
    progress = json.loads(model.progress_json)
    per_batch, newest, start = POINTS / length, 0.0, 1_704_110_400
    seen, rows_before = 0.0, 0
    for index in range(length):
        rows_now = round((index + 1) * per_batch)
        moment = (index + 1) * 3600 / length
        times = [max(moment - min(chance.expovariate(1 / 120), 400), 0) for _ in range(rows_now - rows_before)]
        rows_before = rows_now
        newest = max([newest, *times])
        progress |= {
            "batchId": index,
            "timestamp": _iso(start + 86_400 + moment),
            "numInputRows": len(times),
            "eventTime": {"watermark": _iso(start + max(seen - 600, 0))}
            | ({"min": _iso(start + min(times)), "max": _iso(start + max(times))} if times else {}),
        }
        seen = newest
        writer.batch(index, stages, {"progress": json.dumps(progress)})
        rows = tuple({"time": _iso(start + each), "animal": chance.choice(("dog", "cat", "owl"))} for each in times)
        writer.input(index, InputRows("animals", 0, Rows(rows, len(rows))))
    writer.end()
    writer.close()


def _iso(seconds: float) -> str:
    whole = int(seconds * 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole // 1000)) + f".{whole % 1000:03}Z"


if __name__ == "__main__":
    main()
