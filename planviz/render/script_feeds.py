"""How the input of a scenario gets to Spark in a script of its own: the code for each kind of stream."""

from __future__ import annotations

from dataclasses import dataclass

from planviz.model import KAFKA
from planviz.render.script_kafka import CLIENT, TOPIC

FILES = '''
BORN = int(time.time())


class Files:
    """A directory that gets one new file a round."""

    def __init__(self, name, kind, encode):
        self.rounds, self.kind, self.encode = ROUNDS[name], kind, encode
        self.directory = WORK / name
        self.directory.mkdir()
        self.argument = str(self.directory)
        self.hidden = None

    def prepare(self, number):
        if number < len(self.rounds) and self.rounds[number]:
            self.hidden = self.directory / f".{number:04}.{self.kind}"
            self.hidden.write_bytes(self.encode(self.rounds[number]))
            # Spark takes files by their age, so files that lie there together must differ in it.
            os.utime(self.hidden, (BORN + number, BORN + number))

    def release(self):
        # Spark does not look at hidden files, and a rename is atomic: it never sees half a file.
        if self.hidden:
            self.hidden.rename(self.directory / self.hidden.name[1:])
            self.hidden = None
'''

AS_TEXT = """
def as_text(rows):
    return "".join(f"{row}\\n" for row in rows).encode()
"""

AS_JSON = """
def as_json(rows):
    return "".join(json.dumps(row) + "\\n" for row in rows).encode()
"""

AS_CSV = """
def as_csv(rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
"""

AS_PARQUET = """
def as_parquet(rows):
    directory = WORK / "parquet"
    spark.createDataFrame(rows).coalesce(1).write.mode("overwrite").parquet(str(directory))
    return next(directory.glob("part-*")).read_bytes()
"""

SOCKET = '''
class Socket:
    """A server on this machine which sends a line for each row."""

    def __init__(self, name):
        self.rounds, self.lines, self.sent = ROUNDS[name], [], 0
        self.server = socket.create_server(("127.0.0.1", 0))
        host, port = self.server.getsockname()
        self.argument = {"host": host, "port": str(port)}
        self.connection = None
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        # Spark first makes a connection only to see whether it can: the last one counts.
        while True:
            self.connection, _ = self.server.accept()

    def prepare(self, number):
        self.lines = self.rounds[number] if number < len(self.rounds) else []

    def release(self):
        if self.lines:
            # One call, so that the round arrives as a whole.
            self.connection.sendall("".join(f"{line}\\n" for line in self.lines).encode())
            self.sent += len(self.lines)

    def arrived(self, query):
        """Whether Spark has taken every line: a socket's offset is the index of the last one, -1 before the first."""
        sources = query.lastProgress.sources if query.lastProgress else []
        ends = [int(each.endOffset) for each in sources if self.argument["port"] in each.description]
        return any(end >= self.sent - 1 for end in ends)
'''


@dataclass(frozen=True, slots=True)
class FeedKind:
    """One kind of stream: its code, and the expression that makes a stream of the name `{name}`.

    A stream has `argument`, which the query gets for it, `prepare(number)` of a round, and `release()`. If its rows are
    `pushed` to Spark, and so may still be on their way, it also has `arrived(query)`.
    """

    code: tuple[str, ...]
    make: str
    pushed: bool = False


FEEDS = {
    "text": FeedKind((FILES, AS_TEXT), 'Files("{name}", "text", as_text)'),
    "json": FeedKind((FILES, AS_JSON), 'Files("{name}", "json", as_json)'),
    "csv": FeedKind((FILES, AS_CSV), 'Files("{name}", "csv", as_csv)'),
    "parquet": FeedKind((FILES, AS_PARQUET), 'Files("{name}", "parquet", as_parquet)'),
    "socket": FeedKind((SOCKET,), 'Socket("{name}")', pushed=True),
    KAFKA: FeedKind((CLIENT, TOPIC), 'Topic("{name}")', pushed=True),
}
"""The kinds of stream that a script can feed."""
