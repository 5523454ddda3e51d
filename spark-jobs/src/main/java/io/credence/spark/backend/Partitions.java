package io.credence.spark.backend;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Elements in numbered partitions, wherever Spark has them. Every run is one ordinary job, whose tasks may be tried again. */
public interface Partitions<T> {

    /** Task over the elements of a partition. */
    @FunctionalInterface
    interface Task<T, U> extends Serializable {
        U run(int partition, Iterator<T> elements);
    }

    /** Hands over the results of all partitions, in the order of their numbers. */
    <U> void collectEach(Task<T, U> task, Consumer<? super U> taker);

    /**
     * Hands over the results of some partitions, in the order given.
     *
     * @param partitions partition numbers, distinct
     */
    <U> void collectEach(Task<T, U> task, int[] partitions, Consumer<? super U> taker);

    /**
     * Frame of the rows that a task makes of each partition, whenever they are requested.
     *
     * @param schema schema of these rows
     */
    Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<T, Iterator<InternalRow>> task);

    /** Results of all partitions, in the order of their numbers. */
    default <U> List<U> run(Task<T, U> task) {
        List<U> results = new ArrayList<>();
        collectEach(task, results::add);
        return results;
    }
}
