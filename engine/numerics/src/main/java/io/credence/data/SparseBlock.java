package io.credence.data;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A block of sparse rows: row i has the entries from {@code starts[i]} to {@code starts[i+1]}, exclusive.
 *
 * @param rowStarts rows + 1 positions
 * @param entryColumns column of each entry, ascending within a row
 * @param doubleEntries the entries in double precision; null where they are kept in {@code floatEntries}
 * @param floatEntries the entries in single precision; null where they are kept in {@code doubleEntries}
 */
public record SparseBlock(
        RowAttributes attributes,
        int columns,
        int[] rowStarts,
        int[] entryColumns,
        double @Nullable [] doubleEntries,
        float @Nullable [] floatEntries)
        implements RowBlock {

    public SparseBlock {
        int entries = doubleEntries != null ? doubleEntries.length : floatEntries != null ? floatEntries.length : -1;
        if (rowStarts.length != attributes.rows() + 1
                || entries != entryColumns.length
                || rowStarts[rowStarts.length - 1] != entries) {
            throw new IllegalArgumentException("a sparse block of " + attributes.rows()
                    + " rows must have as many starts"
                    + " and one more, and one value per index; found " + rowStarts.length + " starts, "
                    + entryColumns.length
                    + " indices and " + entries + " values");
        }
    }

    double entryValue(int at) {
        if (doubleEntries != null) {
            return doubleEntries[at];
        }
        float[] single = floatEntries;
        if (single == null) {
            throw new IllegalStateException("a sparse block has values or floats");
        }
        return single[at];
    }

    @Override
    public long bytes() {
        return (doubleEntries != null ? 12L : 8L) * entryColumns.length + 12L * rows();
    }

    @Override
    public boolean isSinglePrecision() {
        return doubleEntries == null;
    }

    @Override
    public BlockBuilder builder() {
        Precision precision = isSinglePrecision() ? Precision.FLOAT32 : Precision.FLOAT64;
        return BlockBuilder.sparse(columns, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
    }

    @Override
    public void addTo(BlockBuilder builder, int row, double multiple) {
        int count = rowStarts[row + 1] - rowStarts[row];
        double[] entries = new double[count];
        for (int k = 0; k < count; k++) {
            entries[k] = entryValue(rowStarts[row] + k);
        }
        int[] own = Arrays.copyOfRange(entryColumns, rowStarts[row], rowStarts[row + 1]);
        builder.add(
                attributes.labels()[row],
                multiple * attributes.weight(row),
                attributes.offset(row),
                attributes.levelsOf(row),
                own,
                entries,
                count);
    }

    @Override
    public double value(int row, int column) {
        int at = Arrays.binarySearch(entryColumns, rowStarts[row], rowStarts[row + 1], column);
        return at < 0 ? 0 : entryValue(at);
    }

    @Override
    public void forEachEntry(int row, EntryConsumer taker) {
        for (int at = rowStarts[row]; at < rowStarts[row + 1]; at++) {
            taker.accept(entryColumns[at], entryValue(at));
        }
    }

    @Override
    public void copyRow(int row, double[] into) {
        Arrays.fill(into, 0, columns, 0.0);
        for (int at = rowStarts[row]; at < rowStarts[row + 1]; at++) {
            into[entryColumns[at]] = entryValue(at);
        }
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, double[] coefficients, double[] out) {
        multiply(first, rows, coefficients, 0, out, 0);
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, MatrixView coefficients, MatrixView out) {
        for (int s = 0; s < coefficients.rows(); s++) {
            multiply(first, rows, coefficients.values(), coefficients.rowOffset(s), out.values(), out.rowOffset(s));
        }
    }

    private void multiply(int first, int rows, double[] coefficients, int from, double[] out, int to) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int at = rowStarts[first + i]; at < rowStarts[first + i + 1]; at++) {
                sum += entryValue(at) * coefficients[from + entryColumns[at]];
            }
            out[to + i] = sum;
        }
    }

    @Override
    public void predictorVariances(
            DenseKernel kernel, int first, int rows, CoefficientCovariance spread, double[] out) {
        if (spread instanceof CoefficientCovariance.Covariance covariance) {
            quadraticForms(first, rows, covariance.matrix(), out);
        } else if (spread instanceof CoefficientCovariance.Diagonal diagonal) {
            diagonalQuadraticForms(first, rows, diagonal.variances(), out);
        } else if (spread instanceof CoefficientCovariance.None) {
            Arrays.fill(out, 0, rows, 0.0);
        } else {
            throw new IllegalArgumentException("sparse rows take the covariance itself, not a factor of it");
        }
    }

    private void diagonalQuadraticForms(int first, int rows, double[] variances, double[] out) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int at = rowStarts[first + i]; at < rowStarts[first + i + 1]; at++) {
                double x = entryValue(at);
                sum += x * x * variances[entryColumns[at]];
            }
            out[i] = sum;
        }
    }

    @Override
    public void quadraticForms(int first, int rows, double[] matrix, double[] out) {
        for (int i = 0; i < rows; i++) {
            int begin = rowStarts[first + i];
            int end = rowStarts[first + i + 1];
            double form = 0;
            for (int a = begin; a < end; a++) {
                int row = entryColumns[a] * columns;
                double inner = 0;
                for (int b = begin; b < end; b++) {
                    inner += matrix[row + entryColumns[b]] * entryValue(b);
                }
                form += inner * entryValue(a);
            }
            out[i] = form;
        }
    }

    @Override
    public void addWeightedRows(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        addWeightedRows(first, rows, weights, 0, sum, 0);
    }

    @Override
    public void addWeightedRows(DenseKernel kernel, int first, int rows, MatrixView weights, MatrixView sums) {
        for (int s = 0; s < weights.rows(); s++) {
            addWeightedRows(first, rows, weights.values(), weights.rowOffset(s), sums.values(), sums.rowOffset(s));
        }
    }

    private void addWeightedRows(int first, int rows, double[] weights, int from, double[] sum, int to) {
        for (int i = 0; i < rows; i++) {
            for (int at = rowStarts[first + i]; at < rowStarts[first + i + 1]; at++) {
                sum[to + entryColumns[at]] += weights[from + i] * entryValue(at);
            }
        }
    }

    @Override
    public void addWeightedGram(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        for (int i = 0; i < rows; i++) {
            int begin = rowStarts[first + i];
            int end = rowStarts[first + i + 1];
            for (int a = begin; a < end; a++) {
                int row = entryColumns[a] * columns;
                double scaled = weights[i] * entryValue(a);
                for (int b = begin; b <= a; b++) {
                    sum[row + entryColumns[b]] += scaled * entryValue(b);
                }
            }
        }
    }

    @Override
    public void addWeightedSquares(int first, int rows, double[] weights, double[] sum) {
        for (int i = 0; i < rows; i++) {
            for (int at = rowStarts[first + i]; at < rowStarts[first + i + 1]; at++) {
                double x = entryValue(at);
                sum[entryColumns[at]] += weights[i] * x * x;
            }
        }
    }

    @Override
    public SparseBlock withAttributes(RowAttributes others) {
        return new SparseBlock(others, columns, rowStarts, entryColumns, doubleEntries, floatEntries);
    }

    @Override
    public SparseBlock select(int[] rows, double @Nullable [] multiples) {
        int[] begins = new int[rows.length + 1];
        for (int i = 0; i < rows.length; i++) {
            begins[i + 1] = begins[i] + rowStarts[rows[i] + 1] - rowStarts[rows[i]];
        }
        int entries = begins[rows.length];
        int[] columnsPicked = new int[entries];
        double[] doubles = doubleEntries == null ? null : new double[entries];
        float[] singles = floatEntries == null ? null : new float[entries];
        for (int i = 0; i < rows.length; i++) {
            int from = rowStarts[rows[i]];
            int length = rowStarts[rows[i] + 1] - from;
            System.arraycopy(entryColumns, from, columnsPicked, begins[i], length);
            if (doubleEntries != null && doubles != null) {
                System.arraycopy(doubleEntries, from, doubles, begins[i], length);
            } else if (floatEntries != null && singles != null) {
                System.arraycopy(floatEntries, from, singles, begins[i], length);
            }
        }
        return new SparseBlock(attributes.select(rows, multiples), columns, begins, columnsPicked, doubles, singles);
    }
}
