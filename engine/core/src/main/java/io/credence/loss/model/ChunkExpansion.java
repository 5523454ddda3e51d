package io.credence.loss.model;

import io.credence.data.RowBlock;

/**
 * Taylor expansion of the losses of a chunk's rows around θ̄, which is subtracted from them and from their gradients. For
 * one thread.
 */
public interface ChunkExpansion {

    /** Moves the expansion to the rows at which the losses were computed. */
    void expandAt(RowBlock block, int first, int rows);

    /** Subtracts the expansion at draw {@code s} from its losses, that of row i at {@code s · CAPACITY + i}. */
    void subtractFrom(int s, double[] losses);

    /** Subtracts the weighted gradients of the expansion at draw {@code s} from the gradients of the draws. */
    void subtractGradient(int s, double[] weights, int at, double[] gradients);

    /** Subtracts the slopes of the expansion at draw {@code s} in inputs that vary by row, where there are any. */
    default void subtractSlopes(int s, double[] perRow) {}
}
