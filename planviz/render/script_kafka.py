"""The code that only the scripts of Kafka scenarios have: a broker that the user names, and topics of their own on it."""

from __future__ import annotations

import inspect
import re

from planviz.model import Scenario
from planviz.render import script_parts as parts

DOCKER = "docker run --rm -p 9092:9092 apache/kafka"
"""A broker for whoever has none."""

ADDRESS = "localhost:9092"
"""Where that one listens."""

IMPORTS = """import pyspark
from py4j.protocol import Py4JJavaError
"""

ARGUMENTS = f"""
# Where Kafka is.


def answers(address):
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, ValueError):
        return False
    return True


NEEDED = "Give the address of a running Kafka broker, such as {ADDRESS}. To start one: {DOCKER}"
parser = argparse.ArgumentParser(description=NEEDED)
parser.add_argument("broker", nargs="?", help="where the broker listens")
parser.add_argument(
    "--connector",
    default=f"org.apache.spark:spark-sql-kafka-0-10_2.13:{{pyspark.__version__}}",
    help="Spark's Kafka connector: its name in Maven (%(default)s), or its jars with commas between them",
)
ARGUMENTS = parser.parse_args()
if not ARGUMENTS.broker:
    parser.error(NEEDED)
if not any(map(answers, ARGUMENTS.broker.split(","))):
    parser.error(f"Nobody answers at {{ARGUMENTS.broker}}. {{NEEDED}}")
"""

CONNECTOR = """SETTINGS["spark.jars" if ARGUMENTS.connector.endswith(".jar") else "spark.jars.packages"] = ARGUMENTS.connector
"""

START = f"""try:
    {parts.START}except PySparkException:
    sys.exit(f"Spark did not start with {{ARGUMENTS.connector}}. Name another connector, or its jars, with --connector.")
"""

CLIENT = '''
# Kafka's own client comes with the connector, into the JVM of Spark.
JVM = spark.sparkContext._jvm
CLIENTS = JVM.org.apache.kafka.clients
BROKER = {"bootstrap.servers": ARGUMENTS.broker}
ADMIN = CLIENTS.admin.Admin.create({**BROKER, "request.timeout.ms": 15_000, "default.api.timeout.ms": 15_000})


def make_topic(name, partitions):
    """A new topic, which is removed when this script ends."""
    optional = JVM.java.util.Optional
    new = CLIENTS.admin.NewTopic(name, optional.of(partitions), optional.empty())
    try:
        ADMIN.createTopics([new]).all().get()
    except Py4JJavaError as error:
        reason = error.java_exception.getCause().getMessage()
        sys.exit(f"The topic {name}, which has to be new, cannot be made at {ARGUMENTS.broker}: {reason}")
    atexit.register(lambda: ADMIN.deleteTopics([name]).all().get())
'''

TOPIC = '''
TEXT = "org.apache.kafka.common.serialization.StringSerializer"
# With so long a linger nothing is sent before it is asked for: a round goes as one request, and is seen as a whole.
PRODUCER = CLIENTS.producer.KafkaProducer(
    {**BROKER, "key.serializer": TEXT, "value.serializer": TEXT, "linger.ms": 60_000}
)


class Topic:
    """A new topic; a row has its value and, if wanted, its key and its partition."""

    def __init__(self, name):
        self.rounds, self.rows = ROUNDS[name], []
        self.topic = f"{WORK.name}-{name}"
        last = max((row.get("partition", 0) for rows in self.rounds for row in rows), default=0)
        self.sent = [0] * (last + 1)
        make_topic(self.topic, len(self.sent))
        self.argument = {
            "kafka.bootstrap.servers": ARGUMENTS.broker,
            "subscribe": self.topic,
            "startingOffsets": "earliest",
        }

    def prepare(self, number):
        self.rows = self.rounds[number] if number < len(self.rounds) else []

    def release(self):
        for row in self.rows:
            partition = row.get("partition", 0)
            PRODUCER.send(CLIENTS.producer.ProducerRecord(self.topic, partition, row.get("key"), row["value"]))
            self.sent[partition] += 1
        PRODUCER.flush()

    def arrived(self, query):
        """Whether Spark has read all: its offset is the position of the next record, for each topic and partition."""
        sources = query.lastProgress.sources if query.lastProgress else []
        ends = [json.loads(each.endOffset) for each in sources if f"[{self.topic}]" in each.description]
        return not any(self.sent) or {self.topic: {str(i): count for i, count in enumerate(self.sent)}} in ends
'''

SHOW_TOPICS = '''
def show(query):
    """What the query has written, read back from Kafka."""
    written = spark.read.format("kafka").option("kafka.bootstrap.servers", ARGUMENTS.broker)
    records = written.option("subscribe", ",".join(OUTPUT_TOPICS)).load().orderBy("topic", "partition", "offset")
    text = ("CAST(key AS STRING) AS key", "CAST(value AS STRING) AS value")
    records.selectExpr("topic", "partition", "offset", "timestamp", *text).show(1000, truncate=False)
'''

_SINK = re.compile(r"\bwriteStream\b.*\bformat\(\s*[\"']kafka[\"']", re.DOTALL)
_TOPIC = re.compile(r"\boption\(\s*[\"']topic[\"']\s*,\s*[\"']([\w.-]+)[\"']")


def output_topics(scenario: Scenario) -> list[str]:
    """The topics that the queries of a Kafka scenario say they write to."""
    return list(dict.fromkeys(_TOPIC.findall(scenario.source_code))) if scenario.needs_kafka else []


def writes_to_unknown_topics(scenario: Scenario) -> bool:
    """Whether a query has a Kafka sink and does not name its topic: nobody could make, show or remove that one."""
    builds = (scenario.build, *(run.build for run in scenario.runs if run.build))
    sinks = [source for source in map(inspect.getsource, builds) if _SINK.search(source)]
    return scenario.needs_kafka and not all(map(_TOPIC.search, sinks))


def make_output_topics(scenario: Scenario) -> str:
    """Code that makes them, with one partition each, as a broker does by itself."""
    names = output_topics(scenario)
    listed = ", ".join(f'"{name}"' for name in names)
    return f"\nOUTPUT_TOPICS = [{listed}]\nfor topic in OUTPUT_TOPICS:\n    make_topic(topic, 1)\n" if names else ""
