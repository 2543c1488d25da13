"""A source of your own, written in Python."""

from planviz.model import Run, Scenario, Watch


def build(spark):
    from pyspark.sql.datasource import DataSource, SimpleDataSourceStreamReader

    class Pages(SimpleDataSourceStreamReader):
        def initialOffset(self):
            return {"page": 0}

        def read(self, start):
            end = {"page": min(start["page"] + 1, 3)}
            return self.readBetweenOffsets(start, end), end

        def readBetweenOffsets(self, start, end):
            pages = range(start["page"] + 1, end["page"] + 1)
            return iter([(page, f"line {line} of page {page}") for page in pages for line in (1, 2)])

    class Book(DataSource):
        @classmethod
        def name(cls):
            return "book"

        def schema(self):
            return "page INT, line STRING"

        def simpleStreamReader(self, schema):
            return Pages()

    spark.dataSource.register(Book)
    lines = spark.readStream.format("book").load()
    return lines.writeStream.outputMode("append").format("memory").queryName("python_source")


SCENARIO = Scenario(
    name="python-source",
    group="Basics",
    title="A source of your own, in Python",
    teaches="A source answers three questions: where to begin, what is new, and what was between two offsets.",
    lesson=(
        "What Spark needs to know of a source is little. initialOffset: where does a new query begin? read: what is new "
        "since this offset, and which is the offset behind it? And readBetweenOffsets: what was there between these two? "
        "The last one is for a restart. Whatever an offset means to the source, Spark only writes it to its log, and if a "
        "batch has to run again, asks for exactly the same rows once more. A source that can give them is replayable, "
        "and exactly-once can be built on it; the socket source cannot, and loses rows. This one is a book of three pages: "
        "when read gives the old offset back, there is nothing new, and Spark waits. (Sources in Python came with Spark "
        "4.0; this simple kind reads in the driver, DataSourceStreamReader splits the work among tasks.)"
    ),
    concepts=("Python data source", "offsets", "replayable", "exactly once"),
    streams={},
    build=build,
    runs=(Run(batches=3),),
    watch=(
        Watch(
            0,
            "A new query begins at initialOffset, page 0. read gave page 1, and its end became the batch's.",
            tab="offsets",
        ),
        Watch(
            1,
            "The two lines of page 2: just what readBetweenOffsets would give for this batch's two offsets.",
            tab="output",
        ),
        Watch(
            2,
            "The last page. From now on read gives the offset back that it was asked with: no batch follows.",
            tab="offsets",
        ),
    ),
    tab="offsets",
    related=("rate-micro-batch", "kafka-source", "word-count", "kill-mid-batch"),
)
