package io.credence.update;

/**
 * Rule that turns a gradient in plain coordinates into a move that raises the bound. Immutable; its memory is an
 * {@link OptimizerState}.
 */
public interface Optimizer {

    /**
     * Move for a gradient, given the memory of earlier steps.
     *
     * @param gradient gradient of the bound, which is maximised
     * @param memory memory after the last move; {@link OptimizerState#NONE} before the first
     * @param stepSize step size β
     */
    Move move(double[] gradient, OptimizerState memory, double stepSize);

    /**
     * Move with the memory for the next one.
     *
     * @param parameterChange change that is added to the parameters
     * @param optimizerState memory that the next move needs
     */
    record Move(double[] parameterChange, OptimizerState optimizerState) {}
}
