package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;

/** Runs a pass over partitions, wherever they are. */
public interface ExecutionBackend extends AutoCloseable {

    /** What the rows are. */
    DataSummary summary();

    /** The sums of every partition, merged in the order of partition numbers, to the same bits on every backend. */
    PassStatistics run(PartitionPass pass);

    /** Frees what the backend holds; rows that were given to it stay the caller's. */
    @Override
    default void close() {}
}
