package io.credence.autodiff;

import io.credence.linalg.MatrixView;
import org.jspecify.annotations.Nullable;

/**
 * Matrix on a {@link MatrixTape}, row-major: its entries, and after a pullback the slopes in them. Valid until the tape
 * is cleared.
 */
public final class Matrix {

    private final int rows;
    private final int columns;
    private final double[] values;
    private final boolean active;
    private double @Nullable [] slopes;

    Matrix(int rows, int columns, double[] values, boolean active) {
        this.rows = rows;
        this.columns = columns;
        this.values = values;
        this.active = active;
    }

    /** Number of rows. */
    public int rows() {
        return rows;
    }

    /** Number of columns. */
    public int columns() {
        return columns;
    }

    /** Entries of the matrix, which must not be changed. */
    public double[] values() {
        return values;
    }

    /** Entry of a 1 × 1 matrix. */
    public double number() {
        requireShape(1, 1);
        return values[0];
    }

    /** Whether the matrix depends on a variable, so that slopes in it are needed. */
    public boolean isActive() {
        return active;
    }

    double @Nullable [] slopes() {
        return slopes;
    }

    void setSlopes(double @Nullable [] of) {
        slopes = of;
    }

    MatrixView panel() {
        return MatrixView.of(values, rows, columns);
    }

    void requireShape(int requiredRows, int requiredColumns) {
        if (rows != requiredRows || columns != requiredColumns) {
            throw new IllegalArgumentException("a matrix must be " + requiredRows + " × " + requiredColumns
                    + " here but is " + rows + " × " + columns);
        }
    }
}
