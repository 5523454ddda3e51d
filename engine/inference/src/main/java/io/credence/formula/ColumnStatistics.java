package io.credence.formula;

import java.io.Serializable;

/** Statistics of the numbers that an expression takes over the rows of a fit, wherever those are. */
public interface ColumnStatistics {

    /** Adds what one number gives to sums. */
    @FunctionalInterface
    interface Summand extends Serializable {
        /** Adds to each of the sums. */
        void add(double x, double[] sums);
    }

    /** Sums over all rows, in one pass over them. */
    double[] sums(int count, Summand summand);

    /**
     * Quantiles by linear interpolation between order statistics, R's type 7.
     *
     * @param shares each in [0, 1]; 0 is the least number, 1 the largest
     */
    double[] quantiles(double... shares);
}
