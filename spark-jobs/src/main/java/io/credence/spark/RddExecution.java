package io.credence.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Jobs over RDDs. */
record RddExecution(JobNames names) implements Execution {

    /** Null where the session does not give out its context: with Spark Connect, or on Databricks in standard access mode. */
    static @Nullable RddExecution of(SparkSession spark) {
        try {
            SparkContext context = spark.sparkContext();
            return new RddExecution(new ContextJobNames(context));
        } catch (RuntimeException | LinkageError refused) {
            return null;
        }
    }

    @Override
    public RowPartitions rows(Dataset<Row> rows, String where) {
        return new RddPartitions.OfRows(rows.queryExecution().toRdd().toJavaRDD(), "credence blocks of " + where);
    }
}
