package io.credence.spark.job;

import io.credence.config.FitConfig;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Spark session of a command, which starts when it is first needed and ends with the command. One that was there before
 * stays.
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

    /** Session whose name in Spark's user interface has no secret of the configuration. */
    static LateSession of(@Nullable String master, FitConfig config, String name) {
        return new LateSession(master, config.redacted().redaction().redact(name));
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
