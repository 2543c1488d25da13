"""What tests share: one Spark session, one browser, one running app."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from pyspark.sql import SparkSession

from planviz.capture.session import start_session
from planviz.worker import find_java
from tests.chromium import find_chromium

ROOT = Path(__file__).parents[1]
START_SECONDS = 60
PATIENCE_MS = 60_000


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """One real Spark for all tests that need it."""
    directory = tmp_path_factory.mktemp("spark")
    os.environ["JAVA_HOME"] = str(find_java(directory / "java").home)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    session = start_session("local[2]", directory)
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One real Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh tab, which fails the test if the page throws."""
    context = browser.new_context(viewport={"width": 1440, "height": 1300})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def settled(page: Page) -> None:
    """Wait until the app has shown all it has to show."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, started as `make run` does, with a home of its own."""
    port = free_port()
    home = tmp_path_factory.mktemp("home")
    server = start_app(port, home)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(START_SECONDS)


def start_app(port: int, home: Path, *options: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start the app and wait until it answers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "planviz", "app", "--port", str(port), *options],
        cwd=ROOT,
        env={**os.environ, "PLANVIZ_HOME": str(home), **environment},
        stdout=(home / "app.log").open("wb"),
        stderr=subprocess.STDOUT,
    )
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5).close()
            return server
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise AssertionError((home / "app.log").read_text()) from None
            time.sleep(0.1)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
