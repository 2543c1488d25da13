"""The code that every scenario's script is put together from, apart from its query and its input."""

from __future__ import annotations

PYSPARK_IMPORTS = """from pyspark.errors import PySparkException, StreamingQueryException
from pyspark.sql import SparkSession
"""

SESSION = """
WORK = Path(tempfile.mkdtemp(prefix="{name}-"))
CHECKPOINT = WORK / "checkpoint"
{output}SETTINGS = {{
{settings}}}
# Python functions of a query run in processes of their own: of this Python, and no other.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.master("local[2]").appName("{name}").config(map=SETTINGS).getOrCreate()
# Only what this script prints is of interest.
spark.sparkContext.setLogLevel("OFF")
"""

OUTPUT = """OUTPUT = WORK / "output"
OUTPUT.mkdir()
"""

LAY_DOWN = '''
def lay_down(number):
    """Let the query see a round of input, all streams at once."""
    print(f"\\nRound {number + 1}")
    for stream in STREAMS.values():
        stream.prepare(number)
    for stream in STREAMS.values():
        stream.release()
'''

TELL = '''
TOLD = set()


def tell(query):
    """Print what each batch did that was not told yet; where a sink does not count its rows, Spark says -1."""
    for progress in query.recentProgress:
        batch = (progress.runId, progress.batchId)
        if batch in TOLD or "addBatch" not in progress.durationMs:
            continue
        TOLD.add(batch)
        rows = f"rows in {progress.numInputRows}, rows out {progress.sink.numOutputRows}"
        mark = f", watermark {progress.eventTime['watermark']}" if "watermark" in progress.eventTime else ""
        print(f"batch {progress.batchId}: {rows}{mark}")
        for state in progress.stateOperators:
            print(
                f"    {state.operatorName}: state rows {state.numRowsTotal}, updated {state.numRowsUpdated}, "
                f"removed {state.numRowsRemoved}, dropped as late {state.numRowsDroppedByWatermark}"
            )
    show(query)
'''

SHOW_TABLE = '''
def show(query):
    """The table of a memory sink; other sinks keep their rows elsewhere."""
    if query.name and spark.catalog.tableExists(query.name):
        spark.table(query.name).show(1000, truncate=False)
'''

SHOW_FILES = '''
def show(query):
    """What lies in the output directory: what Spark's file sink wrote as a table, other files as they are."""
    parts = list(OUTPUT.glob("part-*"))
    if parts:
        spark.read.format(parts[0].suffix[1:]).load(str(OUTPUT)).show(1000, truncate=False)
    for path in sorted(OUTPUT.glob("*.jsonl")):
        print(f"{path.name}:", *path.read_text().splitlines(), sep="\\n    ")
'''

WORK_OFF = '''
def work_off(query):
    """Wait until the query has worked off all that came, and tell what it did."""
    query.processAllAvailable()
    tell(query)
'''

WORK_OFF_SOCKETS = '''
def work_off(query):
    """Wait until the query has taken and worked off all that came, and tell what it did."""
    sockets = [stream for stream in STREAMS.values() if isinstance(stream, Socket)]
    while query.isActive and not all(each.arrived(query) for each in sockets):
        time.sleep(0.02)
    query.processAllAvailable()
    tell(query)
'''

FEED = '''
def feed(query, rounds):
    """Feed some rounds, each when the one before is worked off."""
    work_off(query)
    for number in rounds:
        # After this the query has just found no data, and pauses: what is laid down now is seen as a whole.
        query.processAllAvailable()
        lay_down(number)
        work_off(query)
'''

FEED_AND_STOP = '''
def feed_and_stop(query, rounds):
    """The same, up to the middle of the batch that the last round brings."""
    feed(query, rounds[:-1])
    lay_down(rounds[-1])
    while not open_batches() or not spark.sparkContext.statusTracker().getActiveJobsIds():
        time.sleep(0.02)
    # Here planviz kills the process and its JVM with signal 9. This script has to live on: it stops the query instead.
    print(f"stopped in the middle of batch {open_batches()[0]}")
    query.stop()


def open_batches():
    """The batches that are in the offset log and not in the commit log."""
    offsets, commits = ({path.name for path in (CHECKPOINT / log).iterdir()} for log in ("offsets", "commits"))
    return sorted(int(name) for name in offsets - commits if name.isdigit())
'''

TO_THE_END = '''
def to_the_end(query):
    """This trigger ends the query by itself, when all that was there is worked off."""
    query.awaitTermination()
    tell(query)
'''

FOR_BATCHES = '''
def for_batches(query, batches):
    """The source makes its own rows, and never ends."""
    while query.isActive and (not query.lastProgress or query.lastProgress.batchId < batches - 1):
        time.sleep(0.02)
    tell(query)
'''

FOR_EPOCHS = '''
def for_epochs(query, epochs):
    """A continuous query reports no progress: the offset log tells of its epochs."""
    while query.isActive and sum(path.name.isdigit() for path in (CHECKPOINT / "commits").iterdir()) < epochs:
        time.sleep(0.02)
    for epoch in range(epochs):
        offsets = (CHECKPOINT / "offsets" / str(epoch)).read_text().splitlines()[-1]
        print(f"epoch {epoch} was read up to {offsets}")
    show(query)
'''

LIVE = '''
def live(make_writer, drive):
    """One life of the query, from its start on the checkpoint to its end."""
    try:
        query = make_writer().option("checkpointLocation", str(CHECKPOINT)).start()
    except PySparkException as error:
        print("Spark refuses the query:", str(error).split(";\\n")[0])
        return
    with contextlib.suppress(StreamingQueryException):
        drive(query)
    if query.exception():
        print("The query failed:", str(query.exception()).splitlines()[0])
    query.stop()
'''
