"""Listens to one query where the driver has no Janino: the same records, walked out of the JVM call by call (slow)."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Iterator
from typing import Any

from py4j.protocol import Py4JError
from pyspark import java_gateway
from pyspark.sql import SparkSession

FIELDS = 100_000
DRAIN_MILLIS = 10_000
STAGES = {
    "parsed": "logical",
    "analyzed": "analyzed",
    "optimized": "optimizedPlan",
    "spark": "sparkPlan",
    "physical": "executedPlan",
}
FOLDED = ("WholeStageCodegenExec", "InputAdapter")


class _Events:
    """The SparkListenerInterface that the JVM calls: it only queues, so that Spark's listener bus is not held up."""

    def __init__(self, put: Callable[[Any], None]) -> None:
        self.put = put

    def onOtherEvent(self, event: Any) -> None:
        self.put(event)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("on"):
            return lambda *_event: None
        raise AttributeError(name)

    class Java:
        implements = ("org.apache.spark.scheduler.SparkListenerInterface",)


class Py4jListener:
    """The slow listener: some hundred milliseconds a batch, all of them in the recorder's own thread."""

    def __init__(self, spark: SparkSession, run_id: str) -> None:
        gateway: Any = spark.sparkContext._gateway
        java_gateway.ensure_callback_server_started(gateway)  # type: ignore[no-untyped-call]  # PySpark gives it none
        self._context = spark.sparkContext._jsc.sc()
        self._modes = gateway.jvm.org.apache.spark.sql.execution.ExplainMode
        self._run_id = run_id
        self._last_batch = -1
        self._events: queue.Queue[Any] = queue.Queue()
        self._proxy = _Events(self._events.put)
        self._context.addSparkListener(self._proxy)

    def poll(self, millis: int) -> dict[str, Any] | None:
        while True:
            try:
                event = self._events.get(timeout=millis / 1000)
            except queue.Empty:
                return None
            record = event if isinstance(event, dict) else self._record(event)
            if record is not None:
                return record

    def drain(self) -> None:
        self._context.listenerBus().waitUntilEmpty(DRAIN_MILLIS)

    def mark(self) -> None:
        self._events.put({"record": "mark"})

    def detach(self) -> None:
        self._context.removeSparkListener(self._proxy)
        # The JVM may know the proxy by another handle and keep it: then at least nothing may pile up here.
        self._proxy.put = lambda _event: None

    def describe(self, plan: Any) -> list[dict[str, Any]]:
        return _flatten(plan, with_metrics=False)

    def _record(self, event: Any) -> dict[str, Any] | None:
        kind = event.getClass().getSimpleName()
        if kind == "SparkListenerSQLExecutionEnd":
            return self._batch(event)
        if kind == "QueryProgressEvent" and str(event.progress().runId()) == self._run_id:
            return {"record": "progress", "json": event.progress().json()}
        if kind == "QueryTerminatedEvent" and str(event.runId()) == self._run_id:
            return {"record": "terminated", "error": _option(event.exception()), "errorClass": None}
        return None

    def _batch(self, event: Any) -> dict[str, Any] | None:
        execution = event.qe()
        if execution is None or execution.getClass().getSimpleName() != "IncrementalExecution":
            return None
        batch_id = int(execution.currentBatchId())
        if str(execution.runId()) != self._run_id or batch_id == self._last_batch:
            return None
        self._last_batch = batch_id
        return {
            "record": "batch",
            "batchId": batch_id,
            "executionId": int(event.executionId()),
            "failure": None,
            "stages": {
                stage: _flatten(getattr(execution, method)(), with_metrics=stage == "physical")
                for stage, method in STAGES.items()
            },
            "formatted": execution.explainString(self._modes.fromString("formatted")),
        }


def _flatten(root: Any, with_metrics: bool) -> list[dict[str, Any]]:
    """Preorder list of nodes; each names its children by index, so depth costs no stack."""
    nodes: list[dict[str, Any]] = []
    todo: list[tuple[Any, dict[str, Any] | None, int | None]] = [(root, None, None)]
    while todo:
        plan, parent, codegen = todo.pop()
        while (name := plan.getClass().getSimpleName()) in FOLDED:
            codegen = None if name == "InputAdapter" else int(plan.codegenStageId())
            plan = plan.child()
        if parent is not None:
            parent["links"].append([len(nodes), "child"])
        node = _node(plan, with_metrics)
        if codegen is not None:
            node["codegen"] = codegen
        nodes.append(node)
        todo += [(child, node, codegen) for child in reversed(list(_children(plan, name)))]
    return nodes


def _children(plan: Any, name: str) -> Iterator[Any]:
    if name == "AdaptiveSparkPlanExec":
        yield plan.executedPlan()
    elif name.endswith("QueryStageExec"):
        yield plan.plan()
    yield from _each(plan.children())


def _node(plan: Any, with_metrics: bool) -> dict[str, Any]:
    node: dict[str, Any] = {"name": plan.nodeName(), "text": plan.simpleString(FIELDS), "links": []}
    node["output"] = list(_columns(plan))
    state = _state(plan)
    if state:
        node["state"] = state
    if with_metrics:
        node["metrics"] = [
            [pair._1(), _option(pair._2().name()), pair._2().metricType(), int(pair._2().value())]
            for pair in _each(plan.metrics())
        ]
    return node


def _columns(plan: Any) -> Iterator[list[str]]:
    with contextlib.suppress(Py4JError):
        for attribute in _each(plan.output()):
            yield [attribute.name(), attribute.dataType().simpleString(), f"#{attribute.exprId().id()}"]


def _state(plan: Any) -> dict[str, Any] | None:
    """The state info of a stateful operator; other operators have no such method."""
    try:
        info = _option(plan.stateInfo())
    except Py4JError:
        return None
    if info is None:
        return None
    return {
        "checkpoint": info.checkpointLocation(),
        "runId": str(info.queryRunId()),
        "operatorId": int(info.operatorId()),
        "version": int(info.storeVersion()),
        "partitions": int(info.numPartitions()),
        "lateWatermark": _optional(plan, "eventTimeWatermarkForLateEvents"),
        "evictionWatermark": _optional(plan, "eventTimeWatermarkForEviction"),
        "outputMode": _optional_text(plan, "outputMode"),
    }


def _optional(plan: Any, method: str) -> Any:
    """What an operator's method returns, or None if it has no such method."""
    try:
        return _option(getattr(plan, method)())
    except Py4JError:
        return None


def _optional_text(plan: Any, method: str) -> str | None:
    value = _optional(plan, method)
    return None if value is None else str(value)


def _option(value: Any) -> Any:
    """The content of a Scala Option, or None."""
    return value.get() if value.isDefined() else None


def _each(collection: Any) -> Iterator[Any]:
    iterator = collection.iterator()
    while iterator.hasNext():
        yield iterator.next()
