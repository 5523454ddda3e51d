package io.credence.fit.start;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the search for a start is.
 *
 * @param stage what the next pass is for
 * @param climbs side by side
 * @param candidates Gaussians of which the next pass compares the bounds
 * @param best the best of them so far; at the beginning one around the first point
 * @param bound its bound over the draws of the comparison, but for a constant; −∞ before the first
 * @param rounds times that starting points were made, or curvature was evaluated, in this stage
 */
record ModeSearchState(
        Stage stage, Climbs climbs, List<GaussianPosterior> candidates, Approximation best, double bound, int rounds)
        implements AlgorithmState {

    /** What passes are for. */
    enum Stage {
        /** Log densities of the starting points. */
        BEGIN,
        /** One evaluation of each climb. */
        CLIMB,
        /** Bounds of Gaussians along the climbs. */
        PICK,
        /** Gradients around the best, for its curvature. */
        CURVE,
        /** Bounds of what the curvature makes of it. */
        COMPARE
    }

    /** Before the first pass. */
    static ModeSearchState around(Approximation best) {
        return new ModeSearchState(Stage.BEGIN, Climbs.NONE, List.of(), best, Double.NEGATIVE_INFINITY, 0);
    }

    ModeSearchState climbing(Climbs next) {
        return new ModeSearchState(Stage.CLIMB, next, candidates, best, bound, rounds);
    }

    /** With the climbs that have ended, and a round of starting points that no other has had. */
    ModeSearchState beginningAgain() {
        return new ModeSearchState(
                Stage.BEGIN, climbs, candidates, best, bound, climbs.each().size());
    }

    ModeSearchState comparing(Stage next, List<GaussianPosterior> others) {
        return new ModeSearchState(next, climbs, others, best, bound, rounds);
    }

    ModeSearchState curving(@Nullable GaussianPosterior found, double value) {
        Approximation next = found == null ? best : new Approximation(found, best.scale());
        return new ModeSearchState(Stage.CURVE, Climbs.NONE, List.of(), next, value, rounds);
    }

    ModeSearchState inRound(int other) {
        return new ModeSearchState(stage, climbs, candidates, best, bound, other);
    }
}
