"""Reads the content of a query's state stores after a batch, from the versions its checkpoint retains."""

from __future__ import annotations

import json
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, functions

from planviz.capture.row_limit import ROW_LIMIT
from planviz.model import Rows, StateRows


class StateReader:
    """Reads with Spark's own statestore source, so that every store format Spark knows can be read."""

    def __init__(self, spark: SparkSession, checkpoint: str) -> None:
        self._spark = spark
        self._checkpoint = checkpoint
        self._known: list[Any] = []

    def read(self, batch_id: int) -> tuple[StateRows, ...]:
        """The rows of every store after that batch. Raises StateUnreadable with Spark's reason."""
        try:
            return tuple(
                self._store(batch_id, row.operatorId, row.operatorName, row.stateStoreName, row.operatorProperties)
                for row in self._stores()
            )
        except PySparkException as error:
            raise StateUnreadable(str(error).splitlines()[0]) from error

    def _stores(self) -> list[Any]:
        """The stores of the query, which stay the same from its first batch on."""
        if not self._known:
            stores = self._spark.read.format("state-metadata").load(self._checkpoint)
            self._known = sorted(stores.collect(), key=lambda row: (row.operatorId, row.stateStoreName))
        return self._known

    def _store(self, batch_id: int, operator_id: int, operator: str, store: str, properties: str) -> StateRows:
        if store == "default" and "stateVariables" in (properties or ""):
            rows = self._variables(batch_id, operator_id, json.loads(properties))
        else:
            rows = self._rows(self._frame(batch_id, operator_id, storeName=store))
        return StateRows(operator_id, operator, store, rows)

    def _variables(self, batch_id: int, operator_id: int, properties: dict[str, Any]) -> Rows:
        """The state variables of transformWithState, each row with the name of its variable."""
        variables = properties["stateVariables"]
        names = [each["stateName"] for each in (json.loads(variables) if isinstance(variables, str) else variables)]
        parts = [
            (name, self._rows(self._frame(batch_id, operator_id, stateVarName=name)))
            for name in names
            if not name.startswith("$")
        ]
        rows = tuple({"variable": name, **row} for name, part in parts for row in part.rows)
        return Rows(rows[:ROW_LIMIT], sum(part.total for _, part in parts))

    def _frame(self, batch_id: int, operator_id: int, **options: str) -> DataFrame:
        reader = self._spark.read.format("statestore").option("batchId", batch_id).option("operatorId", operator_id)
        return reader.options(**options).load(self._checkpoint)

    def _rows(self, frame: DataFrame) -> Rows:
        texts = frame.select(functions.to_json(functions.struct("*"))).take(ROW_LIMIT + 1)
        rows = [json.loads(text, object_pairs_hook=_all_fields) for (text,) in texts]
        total = frame.count() if len(rows) > ROW_LIMIT else len(rows)
        return Rows(tuple(sorted(rows[:ROW_LIMIT], key=lambda row: json.dumps(row, sort_keys=True))), total)


def _all_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a struct: a second one of the same name, such as the sum in an average, gets a number."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        place = 1 + sum(each == name or each.startswith(f"{name} (") for each in fields)
        fields[name if place == 1 else f"{name} ({place})"] = value
    return fields


class StateUnreadable(Exception):
    """The state after a batch cannot be read; the message is Spark's reason."""
