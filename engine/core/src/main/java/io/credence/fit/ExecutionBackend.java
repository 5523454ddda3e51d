package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs passes over the partitions of the rows, in this JVM or on a cluster. */
public interface ExecutionBackend extends AutoCloseable {

    /** Facts about the rows: number, weight, columns, partitions. */
    DataSummary summary();

    /**
     * Passes the sums of each given partition to {@code taker}, in the order given. They are the same to the bit on
     * every backend. The backend does not keep sums it has passed on.
     *
     * @param partitions partition numbers, distinct
     */
    <T extends Sums<T>> void collectEach(PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker);

    /** Names of the kernels that passes have used, in alphabetical order. */
    List<String> kernels();

    /** The sums of each given partition, in the order given. */
    default <T extends Sums<T>> List<T> collect(PartitionPass<T> pass, int[] partitions) {
        List<T> all = new ArrayList<>(partitions.length);
        collectEach(pass, partitions, all::add);
        return all;
    }

    /** The sums of all partitions, merged in the order of their numbers. */
    default <T extends Sums<T>> T run(PartitionPass<T> pass) {
        List<T> merged = new ArrayList<>(1);
        collectEach(pass, IntStream.range(0, summary().partitionCount()).toArray(), sums -> {
            if (merged.isEmpty()) {
                merged.add(sums);
            } else {
                merged.get(0).merge(sums);
            }
        });
        return merged.get(0);
    }

    /** Frees the resources of the backend; rows that were given to it remain the caller's. */
    @Override
    default void close() {}
}
