"""How a script runs its query: the code for each way to feed it, to wait for it and to end it."""

from __future__ import annotations

WORK_OFF = '''
def work_off(query):
    """Wait until the query has worked off all that came, and tell what it did."""
    query.processAllAvailable()
    tell(query)
'''

WORK_OFF_PUSHED = '''
def work_off(query):
    """Wait until the query has taken and worked off all that came, and tell what it did."""
    pushed = [stream for stream in STREAMS.values() if hasattr(stream, "arrived")]
    while query.isActive and not all(each.arrived(query) for each in pushed):
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

BATCHES = """
def wait_for_batches(query, count):
    while query.isActive and (not query.lastProgress or query.lastProgress.batchId < count - 1):
        time.sleep(0.02)
"""

EPOCHS = '''
def committed_epochs():
    return sorted(int(path.name) for path in (CHECKPOINT / "commits").iterdir() if path.name.isdigit())


def wait_for_epochs(query, count):
    while query.isActive and len(committed_epochs()) < count:
        time.sleep(0.02)


def tell_epochs(query):
    """A continuous query reports no progress: the offset log tells of its epochs."""
    for epoch in committed_epochs():
        offsets = (CHECKPOINT / "offsets" / str(epoch)).read_text().splitlines()[-1]
        print(f"epoch {epoch} was read up to {offsets}")
    show(query)
'''

RUN_FOR = '''
def run_for(query, count, wait, tell):
    """The source makes its own rows, and never ends."""
    wait(query, count)
    tell(query)
'''

FEED_OPEN = '''
def feed_open(query, rounds, wait, tell):
    """The query never waits for rows: a round comes while each batch is open, so all is told in the end."""
    for count, number in enumerate(rounds, 1):
        lay_down(number)
        wait(query, count)
    tell(query)
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
