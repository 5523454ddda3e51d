package io.credence.spark;

import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import java.util.List;

/** Collected partitions with the summary that Spark made of them, so that not even the sum of weights differs in a bit. */
final class CollectedBackend implements ExecutionBackend {

    private final InProcessBackend threads;
    private final DataSummary summary;

    CollectedBackend(List<List<RowBlock>> partitions, DataSummary summary, DenseKernel kernel) {
        this.threads =
                new InProcessBackend(partitions, kernel, Runtime.getRuntime().availableProcessors());
        this.summary = summary;
    }

    @Override
    public DataSummary summary() {
        return summary;
    }

    @Override
    public PassStatistics run(PartitionPass pass) {
        return threads.run(pass);
    }

    @Override
    public void close() {
        threads.close();
    }
}
