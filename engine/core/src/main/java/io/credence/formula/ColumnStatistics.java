package io.credence.formula;

import java.io.Serializable;

/** Statistics of an expression's values over the rows of a fit. */
public interface ColumnStatistics {

    /** Function that adds one value's contributions to sums. */
    @FunctionalInterface
    interface Contribution extends Serializable {
        /** Adds the contributions of a value to the sums. */
        void add(double x, double[] sums);
    }

    /** Computes sums over all rows, in one pass. */
    double[] sums(int count, Contribution summand);

    /**
     * Quantiles by linear interpolation between order statistics, R's type 7.
     *
     * @param shares probabilities, each in [0, 1]; 0 gives the smallest value, 1 the largest
     */
    double[] quantiles(double... shares);
}
