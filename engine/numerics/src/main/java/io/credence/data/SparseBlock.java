package io.credence.data;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A block of sparse rows: row i has the entries from {@code starts[i]} to {@code starts[i+1]}, exclusive.
 *
 * @param starts rows + 1 positions
 * @param indices column of each entry, ascending within a row
 * @param values the entries in double precision; null where they are kept in {@code floats}
 * @param floats the entries in single precision; null where they are kept in {@code values}
 */
public record SparseBlock(
        RowAttributes attributes,
        int columns,
        int[] starts,
        int[] indices,
        double @Nullable [] values,
        float @Nullable [] floats)
        implements RowBlock {

    public SparseBlock {
        int entries = values != null ? values.length : floats != null ? floats.length : -1;
        if (starts.length != attributes.rows() + 1
                || entries != indices.length
                || starts[starts.length - 1] != entries) {
            throw new IllegalArgumentException("a sparse block of " + attributes.rows()
                    + " rows must have as many starts"
                    + " and one more, and one value per index; found " + starts.length + " starts, " + indices.length
                    + " indices and " + entries + " values");
        }
    }

    double entry(int at) {
        if (values != null) {
            return values[at];
        }
        float[] single = floats;
        if (single == null) {
            throw new IllegalStateException("a sparse block has values or floats");
        }
        return single[at];
    }

    @Override
    public long bytes() {
        return (values != null ? 12L : 8L) * indices.length + 12L * rows();
    }

    @Override
    public boolean isSingle() {
        return values == null;
    }

    @Override
    public BlockBuilder builder() {
        Precision precision = isSingle() ? Precision.FLOAT32 : Precision.FLOAT64;
        return BlockBuilder.sparse(columns, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
    }

    @Override
    public void addTo(BlockBuilder builder, int row, double multiple) {
        int count = starts[row + 1] - starts[row];
        double[] entries = new double[count];
        for (int k = 0; k < count; k++) {
            entries[k] = entry(starts[row] + k);
        }
        int[] own = Arrays.copyOfRange(indices, starts[row], starts[row + 1]);
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
        int at = Arrays.binarySearch(indices, starts[row], starts[row + 1], column);
        return at < 0 ? 0 : entry(at);
    }

    @Override
    public void eachEntry(int row, EntryConsumer taker) {
        for (int at = starts[row]; at < starts[row + 1]; at++) {
            taker.take(indices[at], entry(at));
        }
    }

    @Override
    public void copyRow(int row, double[] into) {
        Arrays.fill(into, 0, columns, 0.0);
        for (int at = starts[row]; at < starts[row + 1]; at++) {
            into[indices[at]] = entry(at);
        }
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, double[] coefficients, double[] out) {
        multiply(first, rows, coefficients, 0, out, 0);
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, MatrixView coefficients, MatrixView out) {
        for (int s = 0; s < coefficients.rows(); s++) {
            multiply(first, rows, coefficients.values(), coefficients.at(s), out.values(), out.at(s));
        }
    }

    private void multiply(int first, int rows, double[] coefficients, int from, double[] out, int to) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int at = starts[first + i]; at < starts[first + i + 1]; at++) {
                sum += entry(at) * coefficients[from + indices[at]];
            }
            out[to + i] = sum;
        }
    }

    @Override
    public void variances(DenseKernel kernel, int first, int rows, CoefficientCovariance spread, double[] out) {
        if (spread instanceof CoefficientCovariance.Covariance covariance) {
            quadraticForms(first, rows, covariance.matrix(), out);
        } else if (spread instanceof CoefficientCovariance.Diagonal diagonal) {
            diagonalForms(first, rows, diagonal.variances(), out);
        } else if (spread instanceof CoefficientCovariance.None) {
            Arrays.fill(out, 0, rows, 0.0);
        } else {
            throw new IllegalArgumentException("sparse rows take the covariance itself, not a factor of it");
        }
    }

    private void diagonalForms(int first, int rows, double[] variances, double[] out) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int at = starts[first + i]; at < starts[first + i + 1]; at++) {
                double x = entry(at);
                sum += x * x * variances[indices[at]];
            }
            out[i] = sum;
        }
    }

    @Override
    public void quadraticForms(int first, int rows, double[] matrix, double[] out) {
        for (int i = 0; i < rows; i++) {
            int begin = starts[first + i];
            int end = starts[first + i + 1];
            double form = 0;
            for (int a = begin; a < end; a++) {
                int row = indices[a] * columns;
                double inner = 0;
                for (int b = begin; b < end; b++) {
                    inner += matrix[row + indices[b]] * entry(b);
                }
                form += inner * entry(a);
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
            addWeightedRows(first, rows, weights.values(), weights.at(s), sums.values(), sums.at(s));
        }
    }

    private void addWeightedRows(int first, int rows, double[] weights, int from, double[] sum, int to) {
        for (int i = 0; i < rows; i++) {
            for (int at = starts[first + i]; at < starts[first + i + 1]; at++) {
                sum[to + indices[at]] += weights[from + i] * entry(at);
            }
        }
    }

    @Override
    public void addWeightedGram(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        for (int i = 0; i < rows; i++) {
            int begin = starts[first + i];
            int end = starts[first + i + 1];
            for (int a = begin; a < end; a++) {
                int row = indices[a] * columns;
                double scaled = weights[i] * entry(a);
                for (int b = begin; b <= a; b++) {
                    sum[row + indices[b]] += scaled * entry(b);
                }
            }
        }
    }

    @Override
    public void addWeightedSquares(int first, int rows, double[] weights, double[] sum) {
        for (int i = 0; i < rows; i++) {
            for (int at = starts[first + i]; at < starts[first + i + 1]; at++) {
                double x = entry(at);
                sum[indices[at]] += weights[i] * x * x;
            }
        }
    }

    @Override
    public SparseBlock with(RowAttributes others) {
        return new SparseBlock(others, columns, starts, indices, values, floats);
    }

    @Override
    public SparseBlock select(int[] rows, double @Nullable [] multiples) {
        int[] begins = new int[rows.length + 1];
        for (int i = 0; i < rows.length; i++) {
            begins[i + 1] = begins[i] + starts[rows[i] + 1] - starts[rows[i]];
        }
        int entries = begins[rows.length];
        int[] columnsPicked = new int[entries];
        double[] doubles = values == null ? null : new double[entries];
        float[] singles = floats == null ? null : new float[entries];
        for (int i = 0; i < rows.length; i++) {
            int from = starts[rows[i]];
            int length = starts[rows[i] + 1] - from;
            System.arraycopy(indices, from, columnsPicked, begins[i], length);
            if (values != null && doubles != null) {
                System.arraycopy(values, from, doubles, begins[i], length);
            } else if (floats != null && singles != null) {
                System.arraycopy(floats, from, singles, begins[i], length);
            }
        }
        return new SparseBlock(attributes.select(rows, multiples), columns, begins, columnsPicked, doubles, singles);
    }
}
