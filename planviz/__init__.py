"""planviz: see what a Spark Structured Streaming query does, micro-batch by micro-batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from planviz.version import VERSION

if TYPE_CHECKING:
    from planviz.capture.record import record as record

__version__ = VERSION
__all__ = ["__version__", "record"]


def __getattr__(name: str) -> Any:
    """`planviz.record` loads PySpark, so it is imported only when it is used."""
    if name == "record":
        from planviz.capture.record import record

        return record
    raise AttributeError(f"module 'planviz' has no attribute {name!r}")
