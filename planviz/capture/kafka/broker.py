"""A real Kafka broker on this machine, for as long as one run takes."""

from __future__ import annotations

import base64
import contextlib
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path

from pyspark.sql import SparkSession

from planviz.capture.kafka import guard
from planviz.capture.kafka.jars import KafkaUnavailable, broker_class_path
from planviz.capture.session import SHORT_LIVED

START_SECONDS = 60
POLL_SECONDS = 0.1
LOG_SHOWN = 600
_HOST = "127.0.0.1"


class Broker:
    """One node that is broker and controller; its files are below the directory."""

    def __init__(self, spark: SparkSession, directory: Path) -> None:
        """Start it and wait until it answers. Raises KafkaUnavailable."""
        directory.mkdir(parents=True)
        self._directory = directory
        self._java = [_java(spark), "-Xmx256m", *SHORT_LIVED, "-cp", broker_class_path(spark)]
        self._port, controller = _free_ports(2)
        settings = directory / "server.properties"
        settings.write_text(_settings(directory, self._port, controller), encoding="utf-8")
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        self._run("kafka.tools.StorageTool", "format", "-t", cluster, "-c", str(settings), "--standalone").wait()
        self._process = self._run("kafka.Kafka", str(settings))
        self._wait_until_up()

    @property
    def servers(self) -> str:
        """Where clients find it."""
        return f"{_HOST}:{self._port}"

    def close(self) -> None:
        """Kill it: nothing of it is needed any more."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, guard.__file__, *self._java, program, *arguments],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError), socket.create_connection((_HOST, self._port), timeout=1):
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.close()
                said = self._log.read_text(encoding="utf-8", errors="replace")[-LOG_SHOWN:]
                raise KafkaUnavailable(f"The Kafka broker did not start. The last it said: {said}")
            time.sleep(POLL_SECONDS)

    @property
    def _log(self) -> Path:
        return self._directory / "broker.log"


def _java(spark: SparkSession) -> str:
    """The Java that Spark itself runs on."""
    jvm = spark.sparkContext._jvm
    assert jvm is not None
    return str(Path(str(jvm.java.lang.System.getProperty("java.home")), "bin", "java"))


def _settings(directory: Path, port: int, controller: int) -> str:
    settings = {
        "process.roles": "broker,controller",
        "node.id": 1,
        "listeners": f"PLAINTEXT://{_HOST}:{port},CONTROLLER://{_HOST}:{controller}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": f"{_HOST}:{controller}",
        "log.dirs": directory / "data",
        # One node has nobody to copy to or to wait for.
        "offsets.topic.replication.factor": 1,
        "group.initial.rebalance.delay.ms": 0,
    }
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def _free_ports(count: int) -> list[int]:
    """Ports that nobody listens on; taken together, so that they differ."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server((_HOST, 0))) for _ in range(count)]
        return [probe.getsockname()[1] for probe in probes]
