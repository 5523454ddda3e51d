package io.credence.update;

/** From a gradient in plain coordinates to a move that raises the bound. Immutable; what it remembers is a {@link OptimizerState}. */
public interface Optimizer {

    /**
     * The next move.
     *
     * @param gradient gradient of the bound, which is to rise
     * @param memory that of the last move; {@link OptimizerState#NONE} before the first
     * @param stepSize β
     */
    Move move(double[] gradient, OptimizerState memory, double stepSize);

    /**
     * A move and what the next one needs.
     *
     * @param change what is added to the parameters
     * @param memory what the next move needs
     */
    record Move(double[] change, OptimizerState memory) {}
}
