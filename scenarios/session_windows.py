"""Session windows: activity until a pause."""

from planviz.model import Scenario, Stream, Watch
from scenarios.events import at


def build(spark, clicks):
    from pyspark.sql import functions as F

    seen = spark.readStream.schema("time TIMESTAMP, user STRING").option("maxFilesPerTrigger", 1).json(clicks)
    sessions = seen.withWatermark("time", "10 minutes").groupBy(F.session_window("time", "5 minutes"), "user").count()
    return sessions.writeStream.outputMode("append").format("memory").queryName("session_windows")


SCENARIO = Scenario(
    name="session-windows",
    group="Event time",
    title="Session windows: until five minutes of silence",
    teaches="A session grows with each row and two of them may merge; it is written when the watermark passes its end.",
    lesson=(
        "A session window has no fixed size: it begins with a row and ends five minutes after the last row of the same "
        "user. A new row opens a session, extends one, or joins two into one. Because sessions can change until they are "
        "closed, the plan is different: MergingSessions and its own state operator instead of restore and save. In "
        "append mode a session is written once, when the watermark has passed its end."
    ),
    concepts=("session window", "watermark", "append mode", "merging"),
    streams={
        "clicks": Stream(
            "json",
            (
                (at("12:00", user="ann"), at("12:08", user="ann"), at("12:01", user="bob")),
                (at("12:04", user="ann"),),
                (at("12:30", user="bob"),),
            ),
        )
    },
    build=build,
    event_time="time",
    watch=(
        Watch(0, "ann has two sessions, 12:00–12:05 and 12:08–12:13, and bob has one: three rows of state."),
        Watch(
            2, "ann's 12:04 closes the gap: both her sessions become one, 12:00–12:13, and the state shrinks to two."
        ),
        Watch(4, "The watermark is 12:20 now: both old sessions are over, are written and leave the state."),
    ),
    related=("tumbling-windows", "animal-windows", "pandas-state"),
)
