"""Listens to one query in the driver: compiles PlanListener.java there, and hands its records on as dicts."""

from __future__ import annotations

import contextlib
import json
from importlib import resources
from typing import Any, Protocol

from py4j.protocol import Py4JError
from pyspark.sql import SparkSession

DRAIN_MILLIS = 10_000

_classes: dict[int, Any] = {}
"""The compiled listener class by the identity of its gateway: compiling takes half a second, so once will do."""


class Listener(Protocol):
    """Gives a query's records one by one: "batch", "progress", "terminated", "problem" and "mark"."""

    def poll(self, millis: int) -> dict[str, Any] | None:
        """The next record, or None if none came in time."""

    def drain(self) -> None:
        """Wait until every event that Spark has posted so far is among the records."""

    def mark(self) -> None:
        """Add a record "mark" behind those that are waiting."""

    def detach(self) -> None:
        """Stop listening."""

    def describe(self, plan: Any) -> list[dict[str, Any]]:
        """A plan of the JVM as JSON nodes."""


class JaninoListener:
    """The fast listener: one batch costs the listener bus some milliseconds and the query nothing."""

    def __init__(self, spark: SparkSession, run_id: str, sink: Any) -> None:
        gateway = spark.sparkContext._gateway
        assert gateway is not None
        self._context = spark.sparkContext._jsc.sc()
        self._class = _compiled_class(gateway)
        self._objects = gateway.jvm.java.lang.Object
        self._new_array = gateway.new_array
        self._listener = self._class.getConstructors()[0].newInstance(self._array(run_id, sink))
        self._context.addSparkListener(self._listener)

    def poll(self, millis: int) -> dict[str, Any] | None:
        text = self._listener.poll(millis)
        return json.loads(text) if text is not None else None

    def drain(self) -> None:
        self._context.listenerBus().waitUntilEmpty(DRAIN_MILLIS)

    def mark(self) -> None:
        self._listener.mark()

    def detach(self) -> None:
        self._context.removeSparkListener(self._listener)

    def describe(self, plan: Any) -> list[dict[str, Any]]:
        return _describe(self._class, self._array(plan))

    def _array(self, *values: Any) -> Any:
        array = self._new_array(self._objects, len(values))
        for index, value in enumerate(values):
            array[index] = value
        return array


def listen(spark: SparkSession, run_id: str, sink: Any) -> Listener:
    """The best listener this Spark allows: Janino's, or plain py4j where Janino is missing."""
    try:
        return JaninoListener(spark, run_id, sink)
    except (Py4JError, TypeError):
        from planviz.capture.listener_py4j import Py4jListener

        return Py4jListener(spark, run_id)


def warm_up(spark: SparkSession) -> None:
    """Compile the listener now, so that it is ready before a query's first batch is over."""
    with contextlib.suppress(Py4JError, TypeError):
        _compiled_class(spark.sparkContext._gateway)


def describe_plan(spark: SparkSession, plan: Any) -> list[dict[str, Any]]:
    """A plan of the JVM as JSON nodes, without a running query."""
    gateway: Any = spark.sparkContext._gateway
    array = gateway.new_array(gateway.jvm.java.lang.Object, 1)
    array[0] = plan
    return _describe(_compiled_class(gateway), array)


def _describe(listener_class: Any, arguments: Any) -> list[dict[str, Any]]:
    method = next(each for each in listener_class.getMethods() if each.getName() == "describe")
    nodes: list[dict[str, Any]] = json.loads(method.invoke(None, arguments))
    return nodes


def _compiled_class(gateway: Any) -> Any:
    """PlanListener as a class of the driver."""
    if id(gateway) not in _classes:
        source = resources.files("planviz.capture").joinpath("PlanListener.java").read_text(encoding="utf-8")
        compiler = gateway.jvm.org.codehaus.janino.SimpleCompiler()
        compiler.setParentClassLoader(gateway.jvm.java.lang.Thread.currentThread().getContextClassLoader())
        compiler.setTargetVersion(8)
        compiler.cook(source)
        _classes.clear()
        _classes[id(gateway)] = compiler.getClassLoader().loadClass("PlanListener")
    return _classes[id(gateway)]
