package io.credence.formula;

import java.io.Serializable;

/** Statistics over the rows of a fit of the values of an expression. */
public interface ColumnStatistics {

    /** Function that adds the contribution of one value to sums. */
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
