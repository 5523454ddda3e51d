package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a row at draws of all parameters, −log p(x_i | θ_s). It is the part of a Monte-Carlo objective that executors
 * compute. It has two verbs, forward and pullback, from which every objective over draws is made.
 */
public interface DrawLoss extends Serializable {

    /** Losses times a positive weight; these losses themselves where it is 1. */
    default DrawLoss weightedBy(double weight) {
        return weight == 1 ? this : new WeightedDrawLoss(this, weight);
    }

    /** Number of parameters d. */
    int dimension();

    /** Whether {@link Evaluator#addGradients} is offered. */
    boolean hasGradient();

    /** Highest order of an {@link ExpansionPoint} that is supported; 0 for none. */
    int maxExpansionOrder();

    /** Whether second derivatives are offered, by {@link Evaluator#addCurvature}. They must not jump. */
    default boolean hasCurvature() {
        return false;
    }

    /**
     * Whether losses are random given the draw, and right only in expectation. Bounds by latent draws are. What is not
     * linear in them, such as importance weights of draws or risks of rows, is then meaningless.
     */
    default boolean isRandom() {
        return false;
    }

    /** Whether losses are known to be convex in the parameters other than a dispersion. */
    default boolean isLogConcave() {
        return false;
    }

    /**
     * Whether a row's loss is a sum of terms that each involve only some parameters. {@link Evaluator#addBlankets} is
     * then offered. The terms that involve a parameter are those of its Markov blanket.
     */
    default boolean isDecomposed() {
        return false;
    }

    /**
     * View of this loss as one of linear predictors, whose exact expectations a pass can compute; null where it is
     * none.
     */
    default @Nullable PredictorLoss asPredictorLoss() {
        return null;
    }

    /** Number by which results show the response of a label; the label itself by default. */
    default double displayedResponse(double label) {
        return label;
    }

    /** Distributions of the responses given the parameters; null where there are none to compute. */
    default @Nullable ResponseDistributions responseDistributions() {
        return null;
    }

    /**
     * An evaluator for one partition, used by one thread.
     *
     * @param anchor expansion to be subtracted from each row's loss; null for none
     */
    Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor);

    /** Evaluator of losses and gradients of up to {@link PredictorChunk#CAPACITY} rows at a time. */
    interface Evaluator {

        /**
         * Number of rows of {@code block}, from {@code first} on, that are evaluated together. A series is never split.
         */
        default int rowCountTogether(RowBlock block, int first) {
            return Math.min(PredictorChunk.CAPACITY, block.rows() - first);
        }

        /**
         * Sets the position of the first row of the next {@link #computeLosses}. Losses that draw random numbers for
         * each row need it.
         *
         * @param row number of that row in its partition
         */
        default void setRowPosition(int partition, long row) {}

        /**
         * Moves to other draws, as many as now, and keeps the workspace.
         *
         * @return whether it did; otherwise other draws take another evaluator
         */
        default boolean moveTo(Draws others) {
            return false;
        }

        /**
         * Computes the unweighted losses of a range of rows at all draws.
         *
         * @param losses takes the losses; that of row {@code first + i} at draw s at {@code s · CAPACITY + i}
         * @return number of losses per draw: that of the rows, or 1 where they are one series, whose loss is at i =
         *     0
         */
        int computeLosses(RowBlock block, int first, int rows, double[] losses);

        /**
         * Explanation why a loss of the last {@link #computeLosses} is not finite; null where none is known.
         *
         * @param i number of the row among those
         * @param s number of the draw
         */
        default @Nullable String explainLoss(int i, int s) {
            return null;
        }

        /**
         * Adds {@code Σ_i weights[i, s] ∇ℓ_i(θ_s)} for the rows of the last {@link #computeLosses}.
         *
         * @param weights laid out as the losses
         * @param gradients S × d, row-major, to be added to
         */
        void addGradients(double[] weights, double[] gradients);

        /**
         * Adds {@code Σ_i rowWeights[i] ∇ℓ_i(θ_s)} for weights that do not differ between draws.
         *
         * @param rowWeights one per row of the last {@link #computeLosses}
         * @param room workspace of the losses' length, for losses that need a weight per draw
         */
        default void addGradients(double[] rowWeights, double[] room, double[] gradients) {
            for (int at = 0; at < room.length; at += PredictorChunk.CAPACITY) {
                System.arraycopy(rowWeights, 0, room, at, PredictorChunk.CAPACITY);
            }
            addGradients(room, gradients);
        }

        /**
         * Adds the second derivatives {@code Σ_i w_i ∇²ℓ_i}, averaged over the draws, to {@link #packedCurvatureSum}. The
         * rows are those of the last {@link #computeLosses}.
         *
         * @param rowWeights one per row
         */
        default void addCurvature(double[] rowWeights) {
            throw new UnsupportedOperationException("the loss has no second derivatives");
        }

        /** The packed lower triangle of the added second derivatives, of order d. */
        default double[] packedCurvatureSum() {
            throw new UnsupportedOperationException("the loss has no second derivatives");
        }

        /**
         * Announces that no gradient will be requested, so that none has to be prepared. It is called before the first
         * {@link #computeLosses}.
         */
        default void announceNoGradients() {}

        /**
         * Announces that {@link #addBlankets} will be requested, before the first {@link #computeLosses}.
         *
         * @param factors blocks of the parameters, one per factor of the posterior
         */
        default void announceBlankets(Blocks factors) {
            throw new UnsupportedOperationException("the loss is no sum of terms");
        }

        /**
         * Adds the weighted terms of the losses of the last {@link #computeLosses} to the factors that they involve,
         * draw by draw. A term involves a factor by any of its parameters.
         *
         * @param weights laid out as the losses
         * @param blankets S × number of factors, row-major, to be added to
         */
        default void addBlankets(double[] weights, double[] blankets) {
            throw new UnsupportedOperationException("the loss is no sum of terms");
        }
    }
}
