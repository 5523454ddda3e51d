package io.credence.spark.job;

import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Spark session that begins when it is first needed, for commands that mostly do without, and ends with the command.
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

    /** Hadoop's configuration, for which no session begins. */
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
