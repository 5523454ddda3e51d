package io.credence.spark;

import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.sql.SparkSession;

/**
 * Spark session that all tests of this module share; it ends with the JVM. A task may fail twice before its job does.
 */
public final class TestSession {

    private TestSession() {}

    /** The session. */
    public static SparkSession spark() {
        return Holder.SESSION;
    }

    /** Does something, and reports to a listener all that happened at Spark meanwhile. */
    public static void hear(SparkListener listener, Runnable action) throws TimeoutException {
        SparkContext context = spark().sparkContext();
        context.addSparkListener(listener);
        try {
            action.run();
            context.listenerBus().waitUntilEmpty();
        } finally {
            context.removeSparkListener(listener);
        }
    }

    private static final class Holder {
        static final SparkSession SESSION = SparkSession.builder()
                .master("local[2,3]")
                .appName("credence tests")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                // A plan's code is compiled for a few rows here; tests/integration runs the compiled plans.
                .config("spark.sql.codegen.wholeStage", false)
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                // Else a union of frames with a partition each has one, from Spark 4.1 on
                .config("spark.sql.unionOutputPartitioning", false)
                // As clusters often have it; tests/integration runs with Java's serialisation
                .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .config("spark.kryo.registrator", ForeignClasses.class.getName())
                // Where tables are sent to tasks in parts, these are then small
                .config("spark.rpc.message.maxSize", 1)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir") + "/credence-warehouse")
                .getOrCreate();
    }
}
