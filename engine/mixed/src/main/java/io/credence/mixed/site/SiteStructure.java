package io.credence.mixed.site;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.MixedModel;
import io.credence.statistics.Sums;
import java.io.Serializable;

/**
 * Unknowns behind rows whose likelihoods are replaced by normal sites. It computes sums of the sites, and the moments
 * of each row's linear predictor under the Gaussian of such sums.
 *
 * @param <S> the sums
 */
public interface SiteStructure<S extends Sums<S>> extends Serializable {

    MixedModel model();

    /** Whether there is a Gaussian, with moments of linear predictors. */
    boolean hasMoments();

    /**
     * @param units number by which each column of a block was divided
     */
    RowCursor<S> newRowCursor(double[] units);

    /** Mean and variance of a linear predictor. */
    record Predictor(double mean, double variance) {}

    /** Cursor over the rows of a partition, one after the other. Not thread-safe. */
    interface RowCursor<S> {

        void moveTo(RowBlock block, int i);

        /** Moments of the row's linear predictor, without its offset, where its site has the given precision. */
        Predictor predictorMoments(double precision);

        /** Adds the row's site, exp(shift η − ½ precision η²). */
        void add(double precision, double shift);

        /** Adds the row to the correction of expectation propagation, where that is computed. */
        default void addCorrection(SiteRatio ratio) {}

        /** Adds up the levels to which no further row belongs, where many rows are held for the correction. */
        default void settleCorrection(RowLoss loss, DenseKernel kernel, int draws, long seed) {}

        /**
         * Correction of expectation propagation over the rows so far, nats; 0 where it is not computed.
         *
         * @param draws number of draws of each level's linear predictors
         */
        default double correction(RowLoss loss, DenseKernel kernel, int draws, long seed) {
            return 0;
        }

        S sums();
    }
}
