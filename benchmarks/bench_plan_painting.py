"""From click to painted in a real browser: our graph against st.graphviz_chart, the same plans in the same run."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.chromium import find_chromium
from tests.conftest import free_port

SIZES = (15, 300, 1000)
TURNS = 5

APP = """
import sys
sys.path.insert(0, {root!r})
import streamlit as st
from benchmarks.plan_trees import plan_of
from planviz.render.plan_dot import plan_to_dot
from planviz.render.plan_svg import SvgOptions, plan_to_svg
from planviz.ui.plan_graph import Graph, plan_graph, searchable

st.set_page_config(layout="wide")
way, size = st.query_params["way"], int(st.query_params["size"])
plan = st.cache_resource(plan_of)(size)
shown = st.session_state.setdefault("shown", False)
if st.button("Show"):
    st.session_state.shown = True
if st.session_state.shown:
    if way == "own":
        svg = plan_to_svg(plan, options=SvgOptions(interactive=True))
        plan_graph(Graph(svg, "bench", searchable(plan)), "graph", lambda _: None, lambda _: None)
    else:
        st.graphviz_chart(plan_to_dot(plan))
"""

PAINTED = """
async ({selector, count}) => {
  const find = (root) => {
    let found = root.querySelectorAll(selector).length;
    for (const each of root.querySelectorAll("*")) if (each.shadowRoot) found += find(each.shadowRoot);
    return found;
  };
  while (find(document) < count) await new Promise(requestAnimationFrame);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""


def main() -> None:
    """Print the median time from the click that shows a plan to its last node painted."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        port = free_port()
        server = _start(Path(name), port)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            print(f"{'nodes':>6} {'ours ms':>9} {'graphviz ms':>12} {'ratio':>6}")
            for size in SIZES:
                times = {"own": [], "graphviz": []}
                for turn in range(TURNS):
                    for way in sorted(times, reverse=bool(turn % 2)):
                        page = browser.new_page(viewport={"width": 1400, "height": 1000})
                        times[way].append(_click_to_painted(page, port, way, size))
                        page.close()
                own, graphviz = (statistics.median(times[way]) for way in ("own", "graphviz"))
                print(f"{size:6} {own:9.0f} {graphviz:12.0f} {graphviz / own:6.1f}", flush=True)
        finally:
            browser.close()
            server.terminate()
            server.wait()


def _start(directory: Path, port: int) -> subprocess.Popen[bytes]:
    app = directory / "app.py"
    app.write_text(APP.format(root=str(Path(__file__).parents[1])))
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        "--server.port",
        str(port),
        "--server.headless",
        "true",
    ]
    options = ["--server.fileWatcherType", "none", "--browser.gatherUsageStats", "false"]
    server = subprocess.Popen(
        [*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ}
    )
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5).close()
            return server
        except OSError:
            time.sleep(0.1)


def _click_to_painted(page: Page, port: int, way: str, size: int) -> float:
    page.goto(f"http://127.0.0.1:{port}/?way={way}&size={size}")
    button = page.get_by_role("button", name="Show")
    button.wait_for()
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    start = time.perf_counter()
    button.click()
    page.evaluate(PAINTED, {"selector": "g.node", "count": size})
    return 1000 * (time.perf_counter() - start)
