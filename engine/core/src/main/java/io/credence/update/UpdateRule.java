package io.credence.update;

import io.credence.family.Posterior;

/**
 * Rule that moves a posterior along an estimated direction. Immutable; its memory between steps is an
 * {@link OptimizerState}.
 */
public interface UpdateRule<Q extends Posterior> {

    /**
     * The result of a step of size β from {@code current}. A step that would leave the family is shortened, and the
     * result has its size.
     */
    UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize);
}
