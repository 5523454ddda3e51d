package io.credence.data;

/** Decides whether single precision resolves the values of a block's columns. */
final class SinglePrecision {
    // A float carries 24 bits: relative to a column's spread the rounding error is 6e-8 · |centre| / spread. With
    // centres at most 100 spreads away it stays below 6e-6 of a spread for a cell, and averages out over rows. Sums are
    // taken of differences from the first row, row by row as the values lie in memory.

    private static final double MAX_CENTRE_IN_SPREADS = 100;
    private static final double LARGEST = 1e18;

    private SinglePrecision() {}

    static boolean isSufficient(double[] values, int rows, int columns) {
        double[] sum = new double[columns];
        double[] squares = new double[columns];
        double[] rounding = new double[columns];
        for (int i = 0, at = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++, at++) {
                double difference = values[at] - values[j];
                sum[j] += difference;
                squares[j] += difference * difference;
                rounding[j] += Math.abs(values[at] - (float) values[at]);
            }
        }
        for (int j = 0; j < columns; j++) {
            double mean = sum[j] / rows;
            double variance = squares[j] / rows - mean * mean;
            double centre = Math.abs(values[j] + mean);
            boolean resolved = centre * centre <= MAX_CENTRE_IN_SPREADS * MAX_CENTRE_IN_SPREADS * variance
                    && squares[j] < LARGEST * LARGEST
                    && variance > 1 / (LARGEST * LARGEST);
            if (rounding[j] != 0 && !resolved) {
                return false;
            }
        }
        return true;
    }
}
