package io.credence.fit;

import io.credence.update.CurvaturePairs;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit is looking.
 *
 * @param phase stage
 * @param trial position that the next pass evaluates
 * @param stepSize step from the accepted position to the trial
 * @param curvatureWanted whether the next pass brings home the curvature
 * @param accepted best position of this stage; null at its beginning
 * @param pairs what past moves told of the curvature
 * @param expectedShapeGain gain predicted to be left in the precision once the trial is reached, nats
 * @param restarts times this stage was started again
 */
record Search(
        Phase phase,
        Position trial,
        double stepSize,
        boolean curvatureWanted,
        @Nullable Evaluated accepted,
        CurvaturePairs pairs,
        double expectedShapeGain,
        int restarts)
        implements Serializable {

    /** The beginning of a stage at {@code position}. */
    static Search begin(Phase phase, Position position, boolean curvatureWanted, int restarts) {
        return new Search(phase, position, 1, curvatureWanted, null, CurvaturePairs.NONE, 0, restarts);
    }

    /** The last position known to be good, else the one being tried. */
    Position best() {
        return accepted == null ? trial : accepted.position();
    }
}
