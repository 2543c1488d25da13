"""Reads the content of a query's state stores after a batch, from the versions its checkpoint retains."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, functions

from planviz.capture.row_limit import ROW_LIMIT
from planviz.model import CLOCK_TIMERS, EVENT_TIMERS, Rows, StateRows


class StateReader:
    """Reads with Spark's own statestore source, so that every store format Spark knows can be read.

    `note` is told of what could not be read while the rest could.
    """

    def __init__(self, spark: SparkSession, checkpoint: str, note: Callable[[str], None]) -> None:
        self._spark = spark
        self._checkpoint = checkpoint
        self._note = note
        self._known: list[Any] = []

    def read(self, batch_id: int) -> tuple[StateRows, ...]:
        """The rows of every store after that batch. Raises StateUnreadable with Spark's reason."""
        try:
            stores = [
                self._store(batch_id, row.operatorId, row.operatorName, row.stateStoreName, row.operatorProperties)
                for row in self._stores()
            ]
        except PySparkException as error:
            raise StateUnreadable(str(error).splitlines()[0]) from error
        return (*stores, *self._timers(batch_id))

    def _stores(self) -> list[Any]:
        """The stores of the query, which stay the same from its first batch on."""
        if not self._known:
            stores = self._spark.read.format("state-metadata").load(self._checkpoint)
            self._known = sorted(stores.collect(), key=lambda row: (row.operatorId, row.stateStoreName))
        return self._known

    def _store(self, batch_id: int, operator_id: int, operator: str, store: str, properties: str) -> StateRows:
        if store == "default" and "stateVariables" in (properties or ""):
            rows = self._variables(batch_id, operator_id, _variable_names(properties))
        else:
            rows = self._rows(self._frame(batch_id, operator_id, storeName=store))
        return StateRows(operator_id, operator, store, rows)

    def _variables(self, batch_id: int, operator_id: int, names: list[str]) -> Rows:
        """The state variables of transformWithState, each row with the name of its variable."""
        parts = [
            (name, self._rows(self._frame(batch_id, operator_id, stateVarName=name)))
            for name in names
            if not name.startswith("$")
        ]
        rows = tuple({"variable": name, **_with_value(row)} for name, part in parts for row in part.rows)
        return Rows(rows[:ROW_LIMIT], sum(part.total for _, part in parts))

    def _timers(self, batch_id: int) -> Iterator[StateRows]:
        """The timers that wait, of every operator which can have some: Spark lists them as a variable of its own."""
        for row in self._stores():
            for name in _variable_names(row.operatorProperties):
                if not name.startswith((EVENT_TIMERS, CLOCK_TIMERS)):
                    continue
                try:
                    rows = self._rows(self._frame(batch_id, row.operatorId, readRegisteredTimers="true"))
                except PySparkException as error:
                    reason = str(error).splitlines()[0]
                    self._note(f"The timers in the state after batch {batch_id} could not be read: {reason}")
                else:
                    yield StateRows(row.operatorId, row.operatorName, name, _with_values(rows))

    def _frame(self, batch_id: int, operator_id: int, **options: str) -> DataFrame:
        reader = self._spark.read.format("statestore").option("batchId", batch_id).option("operatorId", operator_id)
        return reader.options(**options).load(self._checkpoint)

    def _rows(self, frame: DataFrame) -> Rows:
        texts = frame.select(functions.to_json(functions.struct("*"))).take(ROW_LIMIT + 1)
        rows = [json.loads(text, object_pairs_hook=_all_fields) for (text,) in texts]
        total = frame.count() if len(rows) > ROW_LIMIT else len(rows)
        return Rows(tuple(sorted(rows[:ROW_LIMIT], key=lambda row: json.dumps(row, sort_keys=True))), total)


def _variable_names(properties: str | None) -> list[str]:
    """The state variables that an operator's properties name; only transformWithState has some."""
    variables = json.loads(properties or "{}").get("stateVariables", [])
    return [each["stateName"] for each in (json.loads(variables) if isinstance(variables, str) else variables)]


def _with_value(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of a list or map in the form of all rows of state: a map's own key is part of the row's key."""
    if "value" in row:
        return row
    own = {"map key": row["user_map_key"]} if "user_map_key" in row else {}
    value = row.get("user_map_value") if own else row.get("list_element")
    return {"key": {**row["key"], **own}, "value": value, "partition_id": row["partition_id"]}


def _with_values(timers: Rows) -> Rows:
    """Timers in the form of all rows of state: what is neither key nor partition is the value."""
    plain = ("key", "partition_id")
    rows = (
        {**{name: row.get(name) for name in plain}, "value": {name: row[name] for name in row if name not in plain}}
        for row in timers.rows
    )
    return Rows(tuple(rows), timers.total)


def _all_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a struct: a second one of the same name, such as the sum in an average, gets a number."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        place = 1 + sum(each == name or each.startswith(f"{name} (") for each in fields)
        fields[name if place == 1 else f"{name} ({place})"] = value
    return fields


class StateUnreadable(Exception):
    """The state after a batch cannot be read; the message is Spark's reason."""
