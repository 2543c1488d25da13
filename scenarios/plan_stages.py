"""From the query as written to the plan of a batch."""

from planviz.model import Scenario, Stream, Watch


def build(spark, shop, web):
    schema = "id INT, price INT, note STRING"
    in_shop = spark.readStream.schema(schema).json(shop)
    on_web = spark.readStream.schema(schema).json(web)
    large = in_shop.union(on_web).where("price >= 10").select("id", "price")
    return large.writeStream.outputMode("append").format("memory").queryName("plan_stages")


SCENARIO = Scenario(
    name="plan-stages",
    group="Basics",
    title="The plan's way: from your query to one batch",
    teaches="A query is planned anew for each batch: its sources are replaced by that batch's data, then it is optimized.",
    lesson=(
        "The stages of the plan are tabs of their own. “As started” is your query: its leaves are StreamingRelation, a "
        "source that has no data yet. When the query's thread starts, each becomes a StreamingExecutionRelation, bound to "
        "a running source, and the sink comes on top: “Bound to sources”. In every batch that leaf is replaced by what "
        "the batch reads: a relation of files, or an empty LocalRelation if the source brought nothing. That is the "
        "parsed plan. Analyzed is the same with every "
        "name and type resolved; the optimizer drops columns and moves filters to the sources; the Spark plan picks an "
        "algorithm for each step; and the physical plan is what ran. (Sources of the newer kind, such as Kafka, rate "
        "and socket, go from StreamingRelationV2 to a scan relation with a start and an end offset.)"
    ),
    concepts=(
        "logical plan",
        "StreamingRelation",
        "StreamingExecutionRelation",
        "LocalRelation",
        "optimizer",
        "physical plan",
    ),
    streams={
        "shop": Stream(
            "json",
            (({"id": 1, "price": 30, "note": "card"}, {"id": 2, "price": 4, "note": "cash"}), ()),
        ),
        "web": Stream("json", (({"id": 3, "price": 12, "note": "card"},), ({"id": 4, "price": 50, "note": "card"},))),
    },
    build=build,
    watch=(
        Watch(
            0,
            "Go through the stages from left to right and watch the leaves: StreamingRelation, StreamingExecutionRelation, "
            "files. The filter stands above the union at first; in the optimized "
            "plan each input has its own, and in the physical plan the scans read no “note”.",
            tab="plan",
        ),
        Watch(
            1,
            "The shop brought nothing: in the parsed plan its leaf is an empty LocalRelation. The optimizer drops it, "
            "and the union with it: three operators are left of batch 0's seven. “Two stages” puts two of them side "
            "by side.",
            tab="plan",
        ),
    ),
    related=("the-loop", "parquet-readings", "aggregation-chain"),
)
