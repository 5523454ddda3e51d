package io.credence.spark.backend;

import io.credence.spark.pack.RunIterator;
import java.io.Serializable;
import java.util.Iterator;
import java.util.function.Function;
import scala.Tuple2;

/**
 * Application of a function to each partition that a task has of a data frame. Elements bear the numbers of their
 * partitions. How many partitions a task has is the platform's choice, but the elements of one are adjacent.
 */
final class FrameRuns {

    private FrameRuns() {}

    /** Function that converts the elements of a partition to bytes. */
    @FunctionalInterface
    interface PartitionFunction<T> extends Serializable {
        Iterator<byte[]> run(int partition, Iterator<T> elements);
    }

    /** Results of the function for each partition, with the partition's number. */
    static <T> Iterator<Tuple2<Integer, byte[]>> resultsByPartition(
            Iterator<Tuple2<Integer, byte[]>> elements, Function<byte[], T> decode, PartitionFunction<T> step) {
        return new RunIterator<>(
                elements,
                Tuple2::_1,
                (partition, own) -> RunIterator.mapIterator(
                        step.run(partition, RunIterator.mapIterator(own, element -> decode.apply(element._2()))),
                        bytes -> new Tuple2<>(partition, bytes)));
    }
}
