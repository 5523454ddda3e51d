package io.credence.spark.job;

import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Spark session that starts when it is first needed and ends with the command. It is for commands that rarely need
 * Spark.
 */
final class LateSession implements Supplier<SparkSession>, AutoCloseable {

    private final @Nullable String master;
    private final String name;
    private final boolean foreign = Sessions.hasForeignSession();
    private @Nullable SparkSession session;

    LateSession(@Nullable String master, String name) {
        this.master = master;
        this.name = name;
    }

    @Override
    public SparkSession get() {
        SparkSession open = session == null ? Sessions.open(master, name) : session;
        session = open;
        return open;
    }

    /** Hadoop's configuration, which needs no session. */
    Configuration hadoop() {
        return Sessions.hadoop();
    }

    @Override
    public void close() {
        if (session != null && !foreign) {
            session.stop();
        }
    }
}
