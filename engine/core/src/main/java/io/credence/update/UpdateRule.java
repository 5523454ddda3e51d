package io.credence.update;

import io.credence.family.Posterior;

/** From an estimated direction to the next posterior. Immutable; what it remembers between steps is an {@link OptimizerState}. */
public interface UpdateRule<Q extends Posterior> {

    /** The step of size β from {@code current}; never leaves the family, shrinks the step instead and reports that. */
    UpdateResult<Q> step(Q current, OptimizerState memory, Direction direction, double stepSize);
}
