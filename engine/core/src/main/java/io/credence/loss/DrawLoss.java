package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.Chunk;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The loss of a row at draws of all parameters, −log p(x_i | θ_s): the executor half of a Monte-Carlo objective. It has two
 * verbs, forward and pullback, from which every objective over draws is made.
 */
public interface DrawLoss extends Serializable {

    /** Number of parameters d. */
    int dimension();

    /** Whether {@link Evaluator#pullback} is offered. */
    boolean hasGradient();

    /** Whether an {@link ExpansionPoint} is understood, and to which order; 0 if not. */
    int anchorOrder();

    /** Whether {@link Evaluator#addCurvature} is offered: second derivatives, which must not jump. */
    default boolean hasCurvature() {
        return false;
    }

    /**
     * Whether losses are random given the draw, right only in expectation, as bounds by latent draws are: what is not linear in
     * them, such as importance weights of draws or risks of rows, is then meaningless.
     */
    default boolean isRandom() {
        return false;
    }

    /** Whether losses are known to be convex in the parameters, but for a dispersion among them. */
    default boolean isLogConcave() {
        return false;
    }

    /**
     * Whether a row's loss is a sum of terms that each involve some parameters only, so that {@link Evaluator#addBlankets} is
     * offered. The terms that involve a parameter are those of its Markov blanket.
     */
    default boolean isDecomposed() {
        return false;
    }

    /** The same as a loss of linear predictors, whose exact expectations a pass can take; null where it is none. */
    default @Nullable PredictorLoss linear() {
        return null;
    }

    /** How likely responses are given the parameters, where that is known; null where it is not. */
    default @Nullable ResponseLaws responses() {
        return null;
    }

    /**
     * A worker for one partition, used by one thread.
     *
     * @param anchor expansion to be subtracted from each row's loss; null for none
     */
    Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor);

    /** Evaluates up to {@link Chunk#CAPACITY} rows at a time. */
    interface Evaluator {

        /** Rows of {@code block} that belong together from {@code first} on; a series is never cut. */
        default int rowsTogether(RowBlock block, int first) {
            return Math.min(Chunk.CAPACITY, block.rows() - first);
        }

        /**
         * States where the rows of the next {@link #forward} begin, for losses that draw random numbers for each row.
         *
         * @param row number of the first of them in its partition
         */
        default void position(int partition, long row) {}

        /**
         * Losses of a range of rows, not weighted.
         *
         * @param losses draw s of row {@code first + i} at {@code s · CAPACITY + i}
         * @return number of losses per draw: the rows, or 1 where they are one series, whose loss is at i = 0
         */
        int forward(RowBlock block, int first, int rows, double[] losses);

        /**
         * Adds {@code Σ_i weights[i, s] ∇ℓ_i(θ_s)} for the rows of the last {@link #forward}.
         *
         * @param weights laid out as the losses
         * @param gradients S × d, row-major, to be added to
         */
        void pullback(double[] weights, double[] gradients);

        /**
         * The same with weights that a row has at every draw.
         *
         * @param rowWeights one per row of the last {@link #forward}
         * @param room of the losses' length, for those who need a weight per draw
         */
        default void pullback(double[] rowWeights, double[] room, double[] gradients) {
            for (int at = 0; at < room.length; at += Chunk.CAPACITY) {
                System.arraycopy(rowWeights, 0, room, at, Chunk.CAPACITY);
            }
            pullback(room, gradients);
        }

        /**
         * Adds {@code Σ_i w_i ∇²ℓ_i}, averaged over the draws, for the rows of the last {@link #forward} to {@link #curvature}.
         *
         * @param rowWeights one per row
         */
        default void addCurvature(double[] rowWeights) {
            throw new UnsupportedOperationException("the loss has no second derivatives");
        }

        /** The packed lower triangle of what was added, of order d. */
        default double[] curvature() {
            throw new UnsupportedOperationException("the loss has no second derivatives");
        }

        /** Announces, before the first {@link #forward}, that no gradient will be requested, and none need be prepared. */
        default void valuesAlone() {}

        /**
         * Announces that {@link #addBlankets} will be requested, before the first {@link #forward}.
         *
         * @param factors cut of the parameters
         */
        default void separate(Blocks factors) {
            throw new UnsupportedOperationException("the loss is no sum of terms");
        }

        /**
         * Adds to each draw and factor the weighted terms of the losses of the last {@link #forward} that involve a parameter
         * of that factor.
         *
         * @param weights laid out as the losses
         * @param blankets S × number of factors, row-major, to be added to
         */
        default void addBlankets(double[] weights, double[] blankets) {
            throw new UnsupportedOperationException("the loss is no sum of terms");
        }
    }
}
