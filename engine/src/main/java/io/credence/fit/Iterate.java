package io.credence.fit;

import io.credence.gradient.QuadraticControlVariate;
import io.credence.update.Direction;
import io.credence.update.OptimizerState;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The iterate of a fit by draws.
 *
 * @param here where the next pass looks
 * @param memory of the update rule
 * @param known what is known around here, as a control variate
 * @param last the step that led here, to be retaken shorter; null at the beginning
 * @param retakes times it was
 */
record Iterate(
        Position here,
        OptimizerState memory,
        QuadraticControlVariate known,
        @Nullable Taken last,
        int retakes) implements Serializable {

    /**
     * A step that was taken from a position known to be good.
     *
     * @param from where it began
     * @param memory of the update rule before it
     * @param direction where it went
     * @param scale natural gradient of the dispersion's factor; empty without one
     * @param stepSize how far
     */
    record Taken(Position from, OptimizerState memory, Direction direction, double[] scale, double stepSize)
            implements Serializable {}

    /** An iterate without a past. */
    static Iterate at(Position here, QuadraticControlVariate known) {
        return new Iterate(here, OptimizerState.NONE, known, null, 0);
    }

    /** The last position known to be good. */
    Position good() {
        return last == null ? here : last.from();
    }
}
