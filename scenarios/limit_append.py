"""limit on a stream: refused once, accepted now."""

from planviz.model import Scenario, Stream, Watch


def build(spark, lines):
    text = spark.readStream.option("maxFilesPerTrigger", 1).text(lines)
    first = text.limit(3)
    return first.writeStream.outputMode("append").format("memory").queryName("limit_append")


SCENARIO = Scenario(
    name="limit-append",
    group="Unsupported",
    title="limit on a stream: refused once, accepted now",
    teaches="limit(3) takes the first three rows of the whole stream: Spark keeps a counter in the state for it.",
    lesson=(
        "Spark 2.2 refused limit on a stream, as it did several aggregations and joins of two streams, and its guide "
        "listed distinct as unsupported. All four work now: joins since 2.3, limit since 2.4, several aggregations "
        "since 3.4. In append mode limit has its own state operator, StreamingGlobalLimit, which counts the rows that "
        "went out. When three are out, the query goes on reading and never writes again. In update mode limit is still "
        "refused."
    ),
    concepts=("limit", "accepted now", "StreamingGlobalLimit"),
    streams={"lines": Stream("text", (("a", "b"), ("c", "d"), ("e",)))},
    build=build,
    watch=(
        Watch(0, "Two rows out, and the counter in the state is 2."),
        Watch(1, "One more goes out: that is three. d is read and left out."),
        Watch(2, "e is read, and nothing is written any more."),
    ),
    tab="output",
    related=("chained-aggregations", "join-inner", "dedup"),
)
