package io.credence.spark.backend;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Elements in the memory of a task, in one partition. */
interface TaskPartition<T> extends Partitions<T> {

    /** All elements of the partition. */
    List<T> elements();

    @Override
    default <U> void collectEach(Task<T, U> task, Consumer<? super U> taker) {
        taker.accept(task.run(0, elements().iterator()));
    }

    @Override
    default <U> void collectEach(Task<T, U> task, int[] partitions, Consumer<? super U> taker) {
        IntStream.of(partitions).forEach(partition -> collectEach(task, taker));
    }
}
