package io.credence.data;

/** Decides whether single precision keeps what a block's columns say. */
final class SinglePrecision {
    // A float carries 24 bits: relative to a column's spread the rounding error is 6e-8 · |centre| / spread. With
    // centres at
    // most 100 spreads away it stays below 6e-6 of a spread for a cell, and averages out over rows.

    private static final double MAX_CENTRE_IN_SPREADS = 100;

    private SinglePrecision() {}

    static boolean resolves(double[] values, int rows, int columns) {
        for (int j = 0; j < columns; j++) {
            if (!resolvesColumn(values, rows, columns, j)) {
                return false;
            }
        }
        return true;
    }

    private static boolean resolvesColumn(double[] values, int rows, int columns, int j) {
        boolean exact = true;
        double sum = 0;
        double largest = 0;
        for (int i = 0; i < rows; i++) {
            double x = values[i * columns + j];
            exact &= (float) x == x;
            largest = Math.max(largest, Math.abs(x));
            sum += x;
        }
        if (exact) {
            return true;
        }
        double mean = sum / rows;
        double squares = 0;
        for (int i = 0; i < rows; i++) {
            double deviation = values[i * columns + j] - mean;
            squares += deviation * deviation;
        }
        double spread = Math.sqrt(squares / rows);
        return largest < 1e18 && spread > 1e-18 && Math.abs(mean) <= MAX_CENTRE_IN_SPREADS * spread;
    }
}
