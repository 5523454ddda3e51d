package io.credence.update;

import io.credence.family.Posterior;
import io.credence.linalg.Vectors;

/**
 * Step of any family in its unconstrained parameters λ, each in its natural unit ({@link Posterior#parameterScales()}).
 * A step then means the same in any coordinates of θ. A direction that is not finite, and a position where the family
 * has no member that can be computed, leave the posterior unchanged and clear the memory.
 *
 * @param optimizer optimiser that turns the gradient into the move
 */
record ParameterUpdate(Optimizer optimizer) implements UpdateRule<Posterior> {

    @Override
    public UpdateResult<Posterior> nextUpdate(
            Posterior current, OptimizerState memory, Direction direction, double stepSize) {
        UpdateRequirements.requireStepSize(stepSize);
        UpdateResult<Posterior> still = new UpdateResult<>(current, OptimizerState.NONE, 0);
        if (!Vectors.isFinite(direction.ascent())) {
            return still;
        }
        double[] units = current.parameterScales();
        Optimizer.Move move = optimizer.move(Vectors.entrywiseProduct(units, direction.ascent()), memory, stepSize);
        double[] next =
                Vectors.plusScaled(current.parameters(), 1, Vectors.entrywiseProduct(units, move.parameterChange()));
        if (!Vectors.isFinite(next) || !move.optimizerState().isFinite()) {
            return still;
        }
        try {
            return new UpdateResult<>(current.with(next), move.optimizerState(), stepSize);
        } catch (IllegalArgumentException none) {
            return still;
        }
    }
}
