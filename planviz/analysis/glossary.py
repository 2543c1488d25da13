"""What each operator does, in one plain sentence."""

from __future__ import annotations

from planviz.analysis.operators import FAMILIES, family_of

STAGE_SENTENCES = {
    "started": "Your query with every name and type resolved; no source has been opened yet. The same for every batch.",
    "bound": "The query as its thread runs it: each stream is bound to a running source, the sink stands on top. Every batch starts from this plan.",
    "parsed": "This batch's query: the sources are replaced by the data that the batch reads.",
    "analyzed": "The same, checked: every name and every type is resolved.",
    "optimized": "The same result by less work: columns are dropped, filters move to the sources.",
    "spark": "An algorithm for each operator: joins, aggregations in several steps, state.",
    "physical": "What ran: exchanges, the state's version and watermarks are in place, and each operator has its figures.",
}
"""What a plan is at each stage."""

SENTENCES = {
    # Sources
    "StreamingRelation": "Stands for the stream as the query was written; each batch puts its own new data here.",
    "StreamingRelationV2": "Stands for the stream as the query was written; each batch puts its own new data here.",
    "StreamingExecutionRelation": "The stream bound to a running source; each batch replaces it by that batch's new data.",
    "StreamingDataSourceV2Relation": "The stream bound to a running source; each batch adds the offsets from which to which it reads.",
    "StreamingDataSourceV2ScanRelation": "The stream bound to a running source; each batch adds the offsets from which to which it reads.",
    "LogicalRelation": "The data this batch reads, here the files that are new since the batch before.",
    "LocalRelation": "Rows which the driver already holds; empty in a batch that has no new data from this source.",
    "LocalTableScan": "Hands out rows which the driver already holds; none in a batch without new data.",
    "LogicalRDD": "Rows that come from an RDD, whose making Spark's optimizer cannot look into.",
    "RDDScan": "Reads the rows of an RDD.",
    "OneRowRelation": "One row without columns, where a query needs something to start from.",
    "Range": "Makes the numbers of a range.",
    "MicroBatchScan": "Reads this batch's range of offsets from the source, and nothing before or after it.",
    "ContinuousScan": "Reads the source without an end, as continuous processing does.",
    "RealTimeStreamScan": "Reads the source as rows come, for as long as the batch stays open; an ordinary scan knows its end beforehand.",
    "BatchScan": "Reads a table or files that do not change while the batch runs.",
    "FileScan": "Reads files.",
    "Scan": "Reads the data this batch works on; for a file stream, the files that are new.",
    "DataSourceV2Relation": "A table that is read through its connector.",
    "DataSourceV2ScanRelation": "A table with the columns and filters that its connector takes over.",
    # Sinks
    "WriteToMicroBatchDataSource": "Writes each batch to the sink; from batch to batch only what is written differs.",
    "WriteToMicroBatchDataSourceV1": "Hands each batch as a whole to a sink of the older kind.",
    "WriteToDataSourceV2": "Writes this batch's result to the sink, marked with the batch's number so that a repeat does not count twice.",
    "WriteToStream": "The sink a query was started with.",
    "WriteToStreamStatement": "The sink a query was started with, before it is checked.",
    "WriteToContinuousDataSource": "Writes rows to the sink as they come, in continuous processing.",
    "MemorySink": "Keeps the result in the driver's memory.",
    # State
    "StateStoreRestore": "Looks up the old state of each key that has new rows, and passes new rows and old state on together.",
    "StateStoreSave": "Writes the new state of each key, drops rows that are too late, removes state which the watermark has passed, and gives out what the output mode asks for.",
    "SessionWindowStateStoreRestore": "Looks up the sessions each key has had so far, so that new rows can be joined to them.",
    "SessionWindowStateStoreSave": "Writes each key's sessions back, and gives out and removes those that the watermark has closed.",
    "StreamingDeduplicate": "Lets a key through the first time it is seen and remembers it until the watermark passes it.",
    "StreamingDeduplicateWithinWatermark": "Lets a key through the first time and forgets it after the watermark delay, even if its event time differs.",
    "Deduplicate": "Keeps one row of each key; on a stream this needs state.",
    "DeduplicateWithinWatermark": "Keeps one row of each key within the watermark delay.",
    "StreamingSymmetricHashJoin": "Joins two streams: every new row meets the kept rows of the other side, and is kept itself for rows still to come.",
    "FlatMapGroupsWithState": "Calls your function for each key with its new rows and its state, and for keys whose timeout has passed.",
    "FlatMapGroupsInPandasWithState": "Calls your Python function for each key with its new rows and its state, and for keys whose timeout has passed.",
    "TransformWithState": "Calls your stateful processor for each key, with its states and timers.",
    "TransformWithStateInPandas": "Calls your Python stateful processor for each key, with its states and timers.",
    "TransformWithStateInPySpark": "Calls your Python stateful processor for each key, with its states and timers.",
    "StreamingGlobalLimit": "Lets rows through until the limit is reached over all batches; the count so far is its state.",
    "StreamingLocalLimit": "Lets no more rows of one partition through than the limit.",
    # Aggregates
    "Aggregate": "Groups rows by keys and computes a result for each group.",
    "HashAggregate": "Groups rows in a hash table in memory and computes a result for each key.",
    "ObjectHashAggregate": "Groups rows in a hash table whose results are objects, as collect_set and approx_count_distinct need.",
    "SortAggregate": "Groups rows that come sorted by key; used where the results cannot be kept in a hash table.",
    "MergingSessions": "Merges sessions of a key that overlap into one, and adds up their results.",
    "UpdatingSessions": "Gives each row the session window it really belongs to after overlapping ones are merged.",
    "Window": "Computes a value for each row from the rows around it.",
    "Distinct": "Keeps one of each equal row.",
    # Exchange
    "Exchange": "Shuffles: sends each row to the partition where it belongs, over the network if need be.",
    "BroadcastExchange": "Collects a small table and sends a copy of it to every executor.",
    "ReusedExchange": "Reads again what another exchange of this plan has already computed.",
    "RepartitionByExpression": "Asks for rows to be spread by the given columns.",
    "Repartition": "Asks for another number of partitions.",
    "Coalesce": "Makes fewer partitions without a shuffle.",
    "AQEShuffleRead": "Reads shuffled data in partitions whose number was fitted to their real size.",
    # Joins
    "Join": "Joins two inputs.",
    "BroadcastHashJoin": "Joins by looking each row up in a hash table of the small side, of which every executor has a copy.",
    "SortMergeJoin": "Joins two inputs that are both sorted by the join key.",
    "ShuffledHashJoin": "Joins with a hash table that is built from one side of each partition.",
    "BroadcastNestedLoopJoin": "Compares each row with all rows of the broadcast side; slow if that is large.",
    "CartesianProduct": "Pairs each row of one side with each of the other.",
    "Union": "Puts the rows of its inputs one after the other.",
    # Event time
    "EventTimeWatermark": "Notes the newest event time seen and marks the column; the next batch's watermark is that time minus the delay.",
    "UpdateEventTimeColumn": "Marks the event-time column again after your code may have changed it.",
    # Row by row
    "Filter": "Lets through the rows for which the condition holds.",
    "Project": "Chooses and computes columns.",
    "SubqueryAlias": "Gives a part of the query a name.",
    "View": "A view, opened up into the query behind it.",
    "Expand": "Makes several rows of each: for a sliding window, one for each window the row falls into.",
    "Generate": "Makes any number of rows of each: explode gives one for each element.",
    "Sort": "Sorts the rows, in each partition or over all.",
    "LocalLimit": "Lets no more rows of each partition through than the limit.",
    "GlobalLimit": "Lets no more rows through than the limit.",
    "TakeOrderedAndProject": "Finds the first rows in an order without sorting everything.",
    "CollectLimit": "Brings the first rows to the driver.",
    "ResolvedHint": "Carries a hint of yours to the optimizer, such as to broadcast a small table.",
    "PlanLater": "Stands for a part that was not planned because nothing is to be done: an initial state without rows.",
    # Your code
    "DeserializeToObject": "Turns Spark's rows into the objects your function takes.",
    "SerializeFromObject": "Turns the objects your function gave back into Spark's rows.",
    "MapElements": "Calls your function for each row.",
    "MapPartitions": "Calls your function for each partition.",
    "AppendColumns": "Calls your function for each row to get its grouping key.",
    "ArrowEvalPython": "Sends columns to Python with Arrow, in blocks of rows, and takes the results of your functions back.",
    "BatchEvalPython": "Sends columns to Python row by row and takes the results of your functions back.",
    "MapInPandas": "Calls your Python function with blocks of rows as pandas frames.",
    "FlatMapGroupsInPandas": "Calls your Python function with each group as a pandas frame.",
    # Adaptive execution, caches and reuse
    "AdaptiveSparkPlan": "Adaptive execution: the plan is adjusted while it runs, with the real sizes of what was shuffled so far.",
    "ShuffleQueryStage": "A shuffle that adaptive execution ran to its end before it planned what comes after.",
    "BroadcastQueryStage": "A broadcast that adaptive execution ran before it planned what comes after.",
    "TableCacheQueryStage": "A cached table that adaptive execution filled before it planned what comes after.",
    "ResultQueryStage": "The last part of an adaptive plan: what computes the result.",
    "InMemoryTableScan": "Reads rows from the cache; below is the plan that filled it.",
    "InMemoryRelation": "A cached table; below is the plan that filled it.",
    "Subquery": "A query inside an expression; it runs first, and its single value is put in its place.",
    "SubqueryBroadcast": "The values of a broadcast table, used to leave out partitions when reading.",
    "ReusedSubquery": "Uses the result of an equal subquery which this plan computes anyway.",
    "ColumnarToRow": "Turns columns of values into rows.",
    "RowToColumnar": "Turns rows into columns of values.",
    "CommandResult": "The rows which a command gave back.",
}  # fmt: skip
"""The glossary: covers every stateful operator, and all that the built-in scenarios show."""


def sentence(name: str) -> str:
    """The sentence for an operator; "Scan json" is a scan, and an unknown one is told by its family."""
    name = name.strip()
    if name in SENTENCES:
        return SENTENCES[name]
    first = name.split(" ")[0]
    if first in SENTENCES:
        return SENTENCES[first]
    family = family_of(name)
    if family == "other":
        return "planviz has no description of this operator; Spark's own text is below."
    return (
        f"An operator of the kind “{FAMILIES[family]}”; planviz has no closer description, Spark's own text is below."
    )
