package io.credence.update;

import io.credence.family.GaussianPosterior;

/** From an estimated direction to the next posterior. Immutable; what it remembers between steps is a {@link Memory}. */
public interface UpdateRule<Q extends GaussianPosterior> {

    /** The step of size β from {@code current}; never leaves the family, shrinks the step instead and says so. */
    Moved<Q> step(Q current, Memory memory, Direction direction, double stepSize);
}
