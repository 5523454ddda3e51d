package io.credence.spark.backend;

import org.apache.spark.sql.SparkSession;

/** Largest size of what every task gets, by Spark's own key for this question. */
public final class BroadcastLimit {

    private BroadcastLimit() {}

    /** The limit of a session, {@code spark.sql.autoBroadcastJoinThreshold}, bytes; negative where nothing is sent. */
    public static long bytes(SparkSession spark) {
        return spark.sessionState().conf().autoBroadcastJoinThreshold();
    }
}
