package io.credence.mixed;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.Sums;
import java.io.Serializable;

/**
 * The unknowns behind rows of which normal sites stand for each likelihood: sums of the sites, and the moments of each row's linear
 * predictor under the Gaussian that such sums made.
 *
 * @param <S> the sums
 */
interface SiteStructure<S extends Sums<S>> extends Serializable {

    MixedModel model();

    /** Whether there is a Gaussian yet. */
    boolean hasMoments();

    /** @param units by what each column of a block was divided */
    Rows<S> rows(double[] units);

    /** Moments of a linear predictor. */
    record Predictor(double mean, double variance) {}

    /** The rows of a partition, one after the other. Not thread-safe. */
    interface Rows<S> {

        void moveTo(RowBlock block, int i);

        /** The row's linear predictor, its offset left out, where its site has that precision. */
        Predictor predict(double precision);

        /** Adds the row's site, exp(shift η − ½ precision η²). */
        void add(double precision, double shift);

        /** Counts the row towards what expectation propagation leaves out, where that is computed. */
        default void addCorrection(SiteRatio ratio) {}

        /** Adds up what no further row belongs to, where many rows are held for it. */
        default void settleCorrection(RowLoss loss, DenseKernel kernel, int draws, long seed) {}

        /**
         * What that comes to, nats; 0 where it is not computed.
         *
         * @param draws of each level's linear predictors
         */
        default double correction(RowLoss loss, DenseKernel kernel, int draws, long seed) {
            return 0;
        }

        S sums();
    }
}
