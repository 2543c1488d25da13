// Turns one query's events on Spark's listener bus into JSON, and keeps them on a queue that Python polls.
// Compiled in the driver by Janino: no lambdas, no inference of generics; Spark's moving classes by reflection.

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PlanListener extends org.apache.spark.scheduler.SparkListener {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ConcurrentHashMap METHODS = new ConcurrentHashMap();
    private static final int FIELDS = 100000;
    private static final int ROW_LIMIT = 1000;

    private final LinkedBlockingQueue queue = new LinkedBlockingQueue();
    private final String runId;
    private final Object sink;
    private long lastBatch = -1;

    public PlanListener(String runId, Object sink) {
        this.runId = runId;
        this.sink = sink;
    }

    /** The next record as JSON, or null when none came in time. */
    public String poll(long millis) throws InterruptedException {
        return (String) queue.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Puts a mark on the queue: who polls it has seen all that came before. */
    public void mark() {
        queue.add(record("mark").toString());
    }

    public void onOtherEvent(org.apache.spark.scheduler.SparkListenerEvent event) {
        try {
            String kind = event.getClass().getSimpleName();
            if (kind.equals("SparkListenerSQLExecutionEnd")) {
                onExecutionEnd(event);
            } else if (kind.equals("QueryProgressEvent")) {
                Object progress = call(event, "progress");
                if (runId.equals(String.valueOf(call(progress, "runId")))) {
                    ObjectNode record = record("progress");
                    record.put("json", String.valueOf(call(progress, "json")));
                    queue.add(record.toString());
                }
            } else if (kind.equals("QueryTerminatedEvent")) {
                if (runId.equals(String.valueOf(call(event, "runId")))) {
                    ObjectNode record = record("terminated");
                    record.put("error", text(unwrap(call(event, "exception"))));
                    record.put("errorClass", text(unwrap(tryCall(event, "errorClassOnException"))));
                    queue.add(record.toString());
                }
            }
        } catch (Throwable problem) {
            ObjectNode record = record("problem");
            record.put("text", String.valueOf(problem));
            queue.add(record.toString());
        }
    }

    private void onExecutionEnd(Object event) throws Exception {
        Object execution = call(event, "qe");
        if (execution == null || !execution.getClass().getSimpleName().equals("IncrementalExecution")) {
            return;
        }
        long batch = ((Number) call(execution, "currentBatchId")).longValue();
        if (!runId.equals(String.valueOf(call(execution, "runId"))) || batch == lastBatch) {
            return;
        }
        lastBatch = batch;
        long start = System.nanoTime();
        ObjectNode record = batchRecord(execution);
        record.put("executionId", ((Number) call(event, "executionId")).longValue());
        record.put("failure", text(unwrap(tryCall(event, "executionFailure"))));
        record.set("output", output(batch));
        record.put("captureMicros", (System.nanoTime() - start) / 1000L);
        queue.add(record.toString());
    }

    /** The five plans of one micro-batch, as flat trees, with the metrics of the executed one. */
    private static ObjectNode batchRecord(Object execution) throws Exception {
        ObjectNode record = record("batch");
        record.put("batchId", ((Number) call(execution, "currentBatchId")).longValue());
        ObjectNode stages = record.putObject("stages");
        String[] names = new String[] {"parsed", "analyzed", "optimized", "spark", "physical"};
        String[] methods = new String[] {"logical", "analyzed", "optimizedPlan", "sparkPlan", "executedPlan"};
        for (int i = 0; i < names.length; i++) {
            try {
                stages.set(names[i], flatten(call(execution, methods[i]), i == 4));
            } catch (Throwable problem) {
                record.put("problem", names[i] + ": " + problem);
            }
        }
        try {
            Object mode = org.apache.spark.sql.execution.ExplainMode.fromString("formatted");
            Method explain = method(execution.getClass(), "explainString", 1);
            record.put("formatted", String.valueOf(explain.invoke(execution, new Object[] {mode})));
        } catch (Throwable problem) {
            record.put("problem", "formatted: " + problem);
        }
        return record;
    }

    /** A plan of any kind as JSON, for the plan a query was started with. */
    public static String describe(Object plan) throws Exception {
        return flatten(plan, false).toString();
    }

    /** Preorder list of nodes; each names its children by index, so depth costs no stack. */
    private static ArrayNode flatten(Object root, boolean withMetrics) throws Exception {
        ArrayNode nodes = MAPPER.createArrayNode();
        ArrayDeque todo = new ArrayDeque();
        todo.push(new Object[] {root, null, null, null});
        while (!todo.isEmpty()) {
            Object[] item = (Object[]) todo.pop();
            Object plan = item[0];
            Object codegen = item[3];
            String name = plan.getClass().getSimpleName();
            while (name.equals("WholeStageCodegenExec") || name.equals("InputAdapter")) {
                codegen = name.equals("InputAdapter") ? null : call(plan, "codegenStageId");
                plan = call(plan, "child");
                name = plan.getClass().getSimpleName();
            }
            int index = nodes.size();
            if (item[1] != null) {
                ArrayNode link = ((ObjectNode) item[1]).withArray("links").addArray();
                link.add(index);
                link.add((String) item[2]);
            }
            ObjectNode node = describeNode(plan, withMetrics);
            if (codegen != null) {
                node.put("codegen", ((Number) codegen).intValue());
            }
            nodes.add(node);
            ArrayList below = below(plan, name);
            for (int i = below.size() - 1; i >= 0; i--) {
                Object[] child = (Object[]) below.get(i);
                String kind = (String) child[1];
                todo.push(new Object[] {child[0], node, kind, kind.equals("child") ? codegen : null});
            }
        }
        return nodes;
    }

    /** What hangs below a plan node: {plan, kind of link}. */
    private static ArrayList below(Object plan, String name) throws Exception {
        ArrayList below = new ArrayList();
        if (name.equals("AdaptiveSparkPlanExec")) {
            add(below, call(plan, "executedPlan"), "child");
            if (Boolean.TRUE.equals(tryCall(plan, "isFinalPlan"))) {
                add(below, call(plan, "initialPlan"), "initial");
            }
        } else if (name.endsWith("QueryStageExec")) {
            add(below, call(plan, "plan"), "child");
        } else if (name.equals("ReusedExchangeExec") || name.equals("ReusedSubqueryExec")) {
            add(below, call(plan, "child"), "reused");
        } else if (name.equals("InMemoryTableScanExec")) {
            add(below, call(call(plan, "relation"), "cachedPlan"), "cached");
        } else if (name.equals("CommandResultExec")) {
            add(below, call(plan, "commandPhysicalPlan"), "child");
        }
        addAll(below, call(plan, "children"), "child");
        addAll(below, tryCall(plan, "subqueries"), "subquery");
        return below;
    }

    private static void addAll(ArrayList below, Object plans, String kind) {
        if (plans == null) {
            return;
        }
        scala.collection.Iterator each = ((scala.collection.IterableOnce) plans).iterator();
        while (each.hasNext()) {
            add(below, each.next(), kind);
        }
    }

    private static void add(ArrayList below, Object plan, String kind) {
        if (plan != null) {
            below.add(new Object[] {plan, kind});
        }
    }

    private static ObjectNode describeNode(Object plan, boolean withMetrics) {
        ObjectNode node = MAPPER.createObjectNode();
        try {
            node.put("name", String.valueOf(call(plan, "nodeName")));
            Method simple = method(plan.getClass(), "simpleString", 1);
            node.put("text", String.valueOf(simple.invoke(plan, new Object[] {new Integer(FIELDS)})));
            node.set("output", columns(tryCall(plan, "output")));
            ObjectNode state = state(plan);
            if (state != null) {
                node.set("state", state);
            }
            if (withMetrics) {
                node.set("metrics", metrics(call(plan, "metrics")));
            }
        } catch (Throwable problem) {
            node.put("problem", String.valueOf(problem));
        }
        return node;
    }

    private static ArrayNode columns(Object output) {
        ArrayNode columns = MAPPER.createArrayNode();
        if (output == null) {
            return columns;
        }
        scala.collection.Iterator each = ((scala.collection.IterableOnce) output).iterator();
        while (each.hasNext()) {
            Object attribute = each.next();
            ArrayNode column = columns.addArray();
            try {
                column.add(String.valueOf(call(attribute, "name")));
                column.add(String.valueOf(call(call(attribute, "dataType"), "simpleString")));
                column.add("#" + call(call(attribute, "exprId"), "id"));
            } catch (Throwable unresolved) {
                column.removeAll();
                column.add(String.valueOf(attribute)).add("").add("");
            }
        }
        return columns;
    }

    private static ArrayNode metrics(Object metrics) throws Exception {
        ArrayNode list = MAPPER.createArrayNode();
        scala.collection.Iterator each = ((scala.collection.IterableOnce) metrics).iterator();
        while (each.hasNext()) {
            scala.Tuple2 entry = (scala.Tuple2) each.next();
            Object metric = entry._2();
            ArrayNode row = list.addArray();
            row.add(String.valueOf(entry._1()));
            row.add(text(unwrap(call(metric, "name"))));
            row.add(String.valueOf(call(metric, "metricType")));
            row.add(((Number) ((org.apache.spark.util.AccumulatorV2) metric).value()).longValue());
        }
        return list;
    }

    private static ObjectNode state(Object plan) throws Exception {
        Object info = unwrap(tryCall(plan, "stateInfo"));
        if (info == null) {
            return null;
        }
        ObjectNode state = MAPPER.createObjectNode();
        state.put("checkpoint", String.valueOf(call(info, "checkpointLocation")));
        state.put("runId", String.valueOf(call(info, "queryRunId")));
        state.put("operatorId", ((Number) call(info, "operatorId")).longValue());
        state.put("version", ((Number) call(info, "storeVersion")).longValue());
        state.put("partitions", ((Number) call(info, "numPartitions")).longValue());
        putLong(state, "lateWatermark", unwrap(tryCall(plan, "eventTimeWatermarkForLateEvents")));
        putLong(state, "evictionWatermark", unwrap(tryCall(plan, "eventTimeWatermarkForEviction")));
        state.put("outputMode", text(unwrap(tryCall(plan, "outputMode"))));
        return state;
    }

    /** The rows which the memory sink got from this batch; null where the sink keeps none. */
    private ObjectNode output(long batch) throws Exception {
        if (sink == null || !sink.getClass().getSimpleName().equals("MemorySink")) {
            return null;
        }
        Object batches = null;
        Field[] fields = sink.getClass().getDeclaredFields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].getName().equals("batches")) {
                fields[i].setAccessible(true);
                batches = fields[i].get(sink);
            }
        }
        if (batches == null) {
            return null;
        }
        synchronized (sink) {
            scala.collection.Iterator each = ((scala.collection.IterableOnce) batches).iterator();
            while (each.hasNext()) {
                Object added = each.next();
                if (((Number) call(added, "batchId")).longValue() == batch) {
                    return rows((Object[]) call(added, "data"));
                }
            }
        }
        return null;
    }

    private static ObjectNode rows(Object[] data) throws Exception {
        ObjectNode result = MAPPER.createObjectNode();
        ArrayNode rows = result.putArray("rows");
        result.put("total", data.length);
        for (int i = 0; i < data.length && i < ROW_LIMIT; i++) {
            org.apache.spark.sql.Row row = (org.apache.spark.sql.Row) data[i];
            rows.add(MAPPER.readTree(row.json()));
        }
        return result;
    }

    private static void putLong(ObjectNode node, String key, Object value) {
        if (value instanceof Number) {
            node.put(key, ((Number) value).longValue());
        }
    }

    private static ObjectNode record(String kind) {
        ObjectNode record = MAPPER.createObjectNode();
        record.put("record", kind);
        return record;
    }

    private static String text(Object value) {
        return value == null ? null : String.valueOf(value);
    }

    private static Object unwrap(Object option) {
        if (option instanceof scala.Option) {
            return ((scala.Option) option).isEmpty() ? null : ((scala.Option) option).get();
        }
        return option;
    }

    private static Object tryCall(Object target, String name) {
        try {
            return call(target, name);
        } catch (Throwable absent) {
            return null;
        }
    }

    private static Object call(Object target, String name) throws Exception {
        return method(target.getClass(), name, 0).invoke(target, new Object[0]);
    }

    private static Method method(Class owner, String name, int parameters) throws Exception {
        String key = owner.getName() + "#" + name + "/" + parameters;
        Method known = (Method) METHODS.get(key);
        if (known != null) {
            return known;
        }
        Method[] all = owner.getMethods();
        for (int i = 0; i < all.length; i++) {
            Method each = all[i];
            if (each.getName().equals(name) && each.getParameterTypes().length == parameters) {
                each.setAccessible(true);
                METHODS.put(key, each);
                return each;
            }
        }
        throw new NoSuchMethodException(key);
    }
}
