package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a pass over partitions, wherever they are. */
public interface ExecutionBackend extends AutoCloseable {

    /** What the rows are. */
    DataSummary summary();

    /**
     * The sums of each of those partitions, in the order given, to the same bits on every backend.
     *
     * @param partitions partition numbers, distinct
     */
    <T extends Sums<T>> List<T> collect(PartitionPass<T> pass, int[] partitions);

    /** The sums of all partitions, merged in the order of their numbers. */
    default <T extends Sums<T>> T run(PartitionPass<T> pass) {
        List<T> parts = collect(pass, IntStream.range(0, summary().partitions()).toArray());
        T sums = parts.get(0);
        parts.subList(1, parts.size()).forEach(sums::merge);
        return sums;
    }

    /** Frees what the backend holds; rows that were given to it stay the caller's. */
    @Override
    default void close() {}
}
