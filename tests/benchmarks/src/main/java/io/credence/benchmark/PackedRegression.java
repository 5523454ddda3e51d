package io.credence.benchmark;

import io.credence.Rows;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import java.util.ArrayList;
import java.util.List;

/** Rows of a regression with no columns but their own, dealt to partitions of this process. */
record PackedRegression(List<String> names, List<List<RowBlock>> partitions, int threads) implements Rows {

    static PackedRegression of(RegressionRows rows, int count, int threads) {
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            BlockBuilder builder =
                    BlockBuilder.dense(rows.columns(), Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
            List<RowBlock> blocks = new ArrayList<>();
            for (int i = p; i < rows.count(); i += count) {
                if (builder.isFull()) {
                    blocks.add(builder.build());
                }
                builder.add(rows.labels()[i], 1, 0, rows.features()[i]);
            }
            blocks.add(builder.build());
            partitions.add(blocks);
        }
        return new PackedRegression(rows.names(), partitions, threads);
    }

    @Override
    public int classes() {
        return 0;
    }

    @Override
    public ExecutionBackend toBackend(String kernel) {
        return new InProcessBackend(partitions, Kernels.named(kernel), threads);
    }
}
