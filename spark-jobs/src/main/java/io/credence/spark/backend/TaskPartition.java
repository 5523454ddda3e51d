package io.credence.spark.backend;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Elements in the memory of a task, in one partition. */
interface TaskPartition<T> extends Partitions<T> {

    /** All elements of the partition. */
    List<T> elements();

    @Override
    default <U> void collectEach(Task<T, U> task, Consumer<? super U> taker) {
        taker.accept(task.run(0, elements().iterator()));
    }

    @Override
    default Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<T, Iterator<InternalRow>> task) {
        throw new UnsupportedOperationException("rows of a task make no frame");
    }

    @Override
    default <U> void collectEach(Task<T, U> task, int[] partitions, Consumer<? super U> taker) {
        IntStream.of(partitions).forEach(partition -> collectEach(task, taker));
    }
}
