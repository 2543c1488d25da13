"""The code that every scenario's script is put together from: the session, what is fed, told and shown."""

from __future__ import annotations

PYSPARK_IMPORTS = """from pyspark.errors import PySparkException, StreamingQueryException
from pyspark.sql import SparkSession
"""

SESSION = """
WORK = Path(tempfile.mkdtemp(prefix="{name}-"))
atexit.register(shutil.rmtree, WORK, ignore_errors=True)
CHECKPOINT = WORK / "checkpoint"
{output}SETTINGS = {{
{settings}}}
{connector}# Python functions of a query run in processes of their own: of this Python, and no other.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
{start}# Only what this script prints is of interest.
spark.sparkContext.setLogLevel("OFF")
"""

START = """spark = SparkSession.builder.master("local[2]").appName("{name}").config(map=SETTINGS).getOrCreate()
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
