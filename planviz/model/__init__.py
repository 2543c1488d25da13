"""What planviz knows of a query: frozen dataclasses and the file they are kept in. Standard library only."""

from planviz.model.plan import STAGE_TITLES, STAGES, Column, Link, Metric, Plan, PlanNode, StateInfo
from planviz.model.progress import OperatorProgress, Progress, SourceProgress, read_progress
from planviz.model.recording import (
    CLOCK_TIMERS,
    EVENT_TIMERS,
    Batch,
    Failure,
    InputRows,
    QueryInfo,
    QueryRun,
    Recording,
    Rows,
    StateRows,
)
from planviz.model.recording_file import SUFFIX, RecordingError
from planviz.model.recording_reader import RecordingReader, read_query, read_recording
from planviz.model.recording_writer import RecordingWriter
from planviz.model.scenario import FIXED_SETTINGS, KAFKA, Run, Scenario, Stream, Watch

__all__ = [
    "CLOCK_TIMERS",
    "EVENT_TIMERS",
    "FIXED_SETTINGS",
    "KAFKA",
    "STAGES",
    "STAGE_TITLES",
    "SUFFIX",
    "Batch",
    "Column",
    "Failure",
    "InputRows",
    "Link",
    "Metric",
    "OperatorProgress",
    "Plan",
    "PlanNode",
    "Progress",
    "QueryInfo",
    "QueryRun",
    "Recording",
    "RecordingError",
    "RecordingReader",
    "RecordingWriter",
    "Rows",
    "Run",
    "Scenario",
    "SourceProgress",
    "StateInfo",
    "StateRows",
    "Stream",
    "Watch",
    "read_progress",
    "read_query",
    "read_recording",
]
