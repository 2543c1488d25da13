"""Runs Spark in a process of its own, so that the app opens at once and outlives any JVM. Never imports PySpark."""

from planviz.worker.client import RunStatus, Worker, WorkerConfig
from planviz.worker.java import Java, NoJava, find_java

__all__ = ["Java", "NoJava", "RunStatus", "Worker", "WorkerConfig", "find_java"]
