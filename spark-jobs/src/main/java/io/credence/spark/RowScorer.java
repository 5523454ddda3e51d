package io.credence.spark;

import java.io.Serializable;

/** What is computed for a row that is scored. */
@FunctionalInterface
public interface RowScorer extends Serializable {

    /**
     * Fills {@code out}, one entry per new column, with values as Spark keeps them inside: boxed numbers, or null.
     *
     * @param row features and offset, valid during the call
     */
    void score(FeatureRow row, Object[] out);
}
