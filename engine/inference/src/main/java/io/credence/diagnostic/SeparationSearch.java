package io.credence.diagnostic;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.statistics.PartitionPass;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for columns that separate the labels, so that only the prior bounds their coefficient (Albert and Anderson
 * 1984). They have two values, and all rows with one of them have the same class, or a count of zero. The coefficient's
 * posterior has a long tail on one side. The search takes one pass over the rows.
 *
 * @param hasCountLabels whether labels are counts, of which zeros alone set no limit, rather than classes
 * @param classes names of the classes; empty where labels are numbers
 */
public record SeparationSearch(ExecutionBackend backend, boolean hasCountLabels, List<String> classes) {

    /**
     * Column that separates the labels, so that the rows do not bound its coefficient.
     *
     * @param column index of the column among the features
     * @param value value of the column in the rows of a single label
     * @param rows number of these rows
     * @param label label of these rows
     */
    public record SeparatingColumn(int column, double value, long rows, double label) {}

    /** Creates the search for a loss of classes or counts; null for others. */
    public static @Nullable SeparationSearch of(DrawLoss loss, ExecutionBackend backend, List<String> classes) {
        PredictorLoss linear = loss.asPredictorLoss();
        Likelihood likelihood = linear == null ? null : linear.likelihood();
        if (likelihood == null || (likelihood.outcomeCount() == 0 && !likelihood.isMeanExponential())) {
            return null;
        }
        return new SeparationSearch(backend, likelihood.outcomeCount() == 0, classes);
    }

    /** Finds all columns that separate the labels, in their order. */
    public List<SeparatingColumn> findColumns() {
        ColumnLabels found = backend.run(new ColumnLabelsPass(backend.summary().columns()));
        List<SeparatingColumn> separated = new ArrayList<>();
        for (int j = 0; j < backend.summary().columns(); j++) {
            for (ColumnLabels.ValueLabels each : found.valueLabels(j)) {
                if (!each.isMixed() && (!hasCountLabels || each.label() == 0)) {
                    separated.add(new SeparatingColumn(j, each.value(), each.rows(), each.label()));
                }
            }
        }
        return List.copyOf(separated);
    }

    /**
     * Pass that collects the labels of rows for each value of columns with two values. A column is dropped at its third
     * value, or once labels differ for both values; of sparse rows only the entries are read.
     */
    record ColumnLabelsPass(int columns) implements PartitionPass<ColumnLabels> {

        @Override
        public ColumnLabels sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            ColumnLabels found = new ColumnLabels(columns);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                if (block instanceof SparseBlock) {
                    addEntries(block, found);
                } else {
                    addCells(block, found);
                }
            }
            return found;
        }

        private void addCells(RowBlock block, ColumnLabels found) {
            double[] labels = block.attributes().labels();
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < labels.length && found.isSearched(j); i++) {
                    found.add(j, new ColumnLabels.ValueLabels(block.value(i, j), 1, labels[i], false));
                }
            }
        }

        /** Adds the entries of sparse rows. A column is 0 in rows without an entry. */
        private void addEntries(RowBlock block, ColumnLabels found) {
            double[] labels = block.attributes().labels();
            int[] ends = labelRunEnds(labels);
            int[] next = new int[columns];
            for (int i = 0; i < labels.length; i++) {
                int row = i;
                block.forEachEntry(row, (j, x) -> {
                    if (found.isSearched(j)) {
                        addZeros(found, j, next[j], row, labels, ends);
                        found.add(j, new ColumnLabels.ValueLabels(x, 1, labels[row], false));
                        next[j] = row + 1;
                    }
                });
            }
            for (int j = 0; j < columns; j++) {
                addZeros(found, j, next[j], labels.length, labels, ends);
            }
        }

        private static void addZeros(ColumnLabels found, int column, int from, int to, double[] labels, int[] ends) {
            if (from < to) {
                found.add(column, new ColumnLabels.ValueLabels(0, to - from, labels[from], ends[from] < to));
            }
        }

        /** Index, for each row, of the next row with another label; the number of rows where there is none. */
        private static int[] labelRunEnds(double[] labels) {
            int[] ends = new int[labels.length];
            for (int i = labels.length - 1; i >= 0; i--) {
                ends[i] = i + 1 < labels.length && labels[i] == labels[i + 1] ? ends[i + 1] : i + 1;
            }
            return ends;
        }
    }
}
