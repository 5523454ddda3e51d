package io.credence.spark.backend;

import io.credence.spark.pack.JavaForm;
import java.io.Serializable;
import java.util.function.Supplier;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.AccumulatorV2;
import org.jspecify.annotations.Nullable;

/** Execution of jobs over RDDs. */
record RddExecution(SparkContext context, JobNames jobNames, ResultLimit resultLimit) implements Execution {

    /**
     * Creates the execution; null where the session does not give out its context. That is so with Spark Connect, and
     * on Databricks in standard access mode.
     */
    static @Nullable RddExecution of(SparkSession spark) {
        try {
            SparkContext context = spark.sparkContext();
            return new RddExecution(context, new ContextJobNames(context), ResultLimit.of(spark));
        } catch (RuntimeException | LinkageError refused) {
            return null;
        }
    }

    /** Shared value that reaches each executor once, as a broadcast variable. */
    record BroadcastValue<T>(Broadcast<SerializableWritable<JavaForm<T>>> variable) implements SharedValue<T> {

        /** Broadcasts a value. */
        static <T> BroadcastValue<T> of(SparkContext context, T value) {
            return new BroadcastValue<>(
                    JavaSparkContext.fromSparkContext(context).broadcast(JavaForm.of(value)));
        }

        @Override
        public T value() {
            return JavaForm.value(variable.value());
        }

        @Override
        public void release() {
            variable.destroy();
        }
    }

    @Override
    public <T extends Serializable> SharedValue<T> share(T value) {
        return BroadcastValue.of(context, value);
    }

    @Override
    public <C> C registerAccumulator(Supplier<C> accumulator, String name) {
        C counts = accumulator.get();
        context.register((AccumulatorV2<?, ?>) counts, name);
        return counts;
    }

    @Override
    public Dataset<Row> appendColumns(Dataset<Row> rows, StructType schema, RowTask task) {
        JavaRDD<InternalRow> appended =
                rows.queryExecution().toRdd().toJavaRDD().mapPartitions(task::run);
        return ((org.apache.spark.sql.classic.SparkSession) rows.sparkSession())
                .internalCreateDataFrame(appended.rdd(), schema, false);
    }

    @Override
    public RowPartitions rows(Dataset<Row> rows, String where) {
        return new RddPartitions.RddRows(rows.queryExecution().toRdd().toJavaRDD(), "credence blocks of " + where);
    }
}
