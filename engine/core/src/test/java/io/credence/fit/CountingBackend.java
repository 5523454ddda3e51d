package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Counts passes of a kind over the rows of another backend. */
public final class CountingBackend implements ExecutionBackend {

    private final ExecutionBackend rows;
    private final Predicate<PartitionPass<?>> kind;
    private int passes;

    public CountingBackend(ExecutionBackend rows, Predicate<PartitionPass<?>> kind) {
        this.rows = rows;
        this.kind = kind;
    }

    /** Passes so far. */
    public int passes() {
        return passes;
    }

    @Override
    public DataSummary summary() {
        return rows.summary();
    }

    @Override
    public <T extends Sums<T>> void collectEach(PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
        passes += kind.test(pass) ? 1 : 0;
        rows.collectEach(pass, partitions, taker);
    }

    @Override
    public List<String> kernels() {
        return rows.kernels();
    }
}
