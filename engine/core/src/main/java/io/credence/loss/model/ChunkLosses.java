package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import org.jspecify.annotations.Nullable;

/**
 * Losses of the units of a chunk, which are its rows or one series, at all draws of a model's parameters. Implementations
 * differ in what a user's function takes and in how its slopes are summed. For one thread.
 */
public interface ChunkLosses {

    /** Number of rows of {@code block}, from {@code first} on, that are evaluated together. */
    default int rowCountTogether(RowBlock block, int first) {
        return Math.min(PredictorChunk.CAPACITY, block.rows() - first);
    }

    /** Sets the position of the first row of the next {@link #computeLosses}, by which random numbers are addressed. */
    default void setRowPosition(int partition, long row) {}

    /**
     * Computes the losses of a range of rows at all draws.
     *
     * @param losses takes the losses, that of unit i at draw s at {@code s · CAPACITY + i}
     * @return number of units
     */
    int computeLosses(RowBlock block, int first, int rows, double[] losses);

    /**
     * Computes {@code Σ_i weights[at + i] ∂ℓ_i} over the units of the last {@link #computeLosses}, in the constrained
     * parameters at draw {@code s}.
     *
     * @param sums takes the sums
     * @param perRow takes the slopes in inputs that vary by row, where there are any, laid out as these inputs are
     */
    void sumSlopes(int s, double[] weights, int at, double[] sums, double[] perRow);

    /** Explanation why the loss of unit {@code i} at draw {@code s} is not finite; null where none is known. */
    default @Nullable String explain(int i, int s) {
        return null;
    }

    /** Announces that {@link #addBlankets} will be requested, before the first {@link #computeLosses}. */
    default void announceBlankets(Blocks factors) {
        throw new UnsupportedOperationException("the loss is no sum of terms");
    }

    /** Adds the weighted terms of the last losses to the factors that they involve, draw by draw. */
    default void addBlankets(double[] weights, double[] blankets) {
        throw new UnsupportedOperationException("the loss is no sum of terms");
    }
}
