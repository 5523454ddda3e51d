package io.credence.spark.score;

import io.credence.spark.row.FeatureRow;
import java.io.Serializable;

/** Scorer of rows; tasks may share it. */
@FunctionalInterface
public interface RowScorer extends Serializable {

    /** Creates a worker for one task. */
    ScoringWorkspace newWorkspace();

    /** Worker that scores one row after the other. */
    interface ScoringWorkspace {

        /**
         * Scores a row: fills {@code out}, one entry per new column, with values in Spark's internal form (boxed
         * numbers, or null).
         *
         * @param row features and offset, valid during the call
         */
        void score(FeatureRow row, Object[] out);
    }
}
