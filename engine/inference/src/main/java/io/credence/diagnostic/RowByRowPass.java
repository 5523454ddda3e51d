package io.credence.diagnostic;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.DrawSums;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Pass over a sample of rows whose sums are passed on row by row.
 *
 * @param pass pass that sums a row
 * @param sample sample of the rows
 */
record RowByRowPass(DrawPass pass, RowSample sample) implements Serializable {

    /** Callback that receives the sums of each row. */
    interface RowConsumer {

        /**
         * Adds a row to the result.
         *
         * @param row sums of the row, weighted
         * @param weight number of rows that it counts as, positive
         */
        void add(DrawSums row, double weight);
    }

    /** Calls {@code use} with the sums of each sampled row of a partition, and counts these rows. */
    void forEachRow(
            int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel, DrawSums counted, RowConsumer use) {
        long observed = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            for (int i : sample.sampledRows(whole.rows(), partition, observed)) {
                RowBlock row = whole.select(new int[] {i});
                double weight = row.attributes().weight(0);
                if (weight > 0) {
                    use.add(pass.sumPartition(partition, List.of(row).iterator(), kernel), weight);
                }
                counted.addRowCount(1, weight);
            }
            observed += whole.rows();
        }
    }
}
