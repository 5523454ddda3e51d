package io.credence.spark.backend;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig.Backend;
import java.io.Serializable;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Way in which jobs over rows are run: over RDDs, or over data frames alone. Both make the same partitions and give the
 * same bits.
 */
public interface Execution {

    /**
     * Reads the rows of a table as partitions.
     *
     * @param where name of the rows in Spark's user interface
     */
    RowPartitions rows(Dataset<Row> rows, String where);

    /** Shares a value with tasks that score. */
    <T extends Serializable> SharedValue<T> share(T value);

    /** Registers an accumulator of Spark, to which tasks can then add; null where the platform has none. */
    <C> @Nullable C registerAccumulator(Supplier<C> accumulator, String name);

    /**
     * Appends new columns to rows, computed when they are requested.
     *
     * @param schema schema of the old and new columns
     */
    Dataset<Row> appendColumns(Dataset<Row> rows, StructType schema, RowTask task);

    /** Names of jobs. */
    JobNames jobNames();

    /** Limit of the size of a job's results. */
    ResultLimit resultLimit();

    /**
     * Chooses the requested execution.
     *
     * @throws ConfigurationException if RDDs are requested and the platform has none
     */
    static Execution of(SparkSession spark, Backend requested) {
        RddExecution rdds = RddExecution.of(spark);
        if (requested.kind() == Backend.Kind.RDD && rdds == null) {
            throw new ConfigurationException("backend.kind = rdd cannot be used: required a session that gives out its"
                    + " SparkContext, found one that does not; dataframe needs none");
        }
        return requested.kind() == Backend.Kind.DATAFRAME || rdds == null
                ? new FrameExecution(
                        new FrameStorage(requested.folder()),
                        rdds == null ? JobNames.NONE : rdds.jobNames(),
                        ResultLimit.of(spark))
                : rdds;
    }
}
