package io.credence.fit.start;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of the search for a start.
 *
 * @param nextPass purpose of the next pass
 * @param climbs searches for modes that run side by side
 * @param candidates Gaussians of which the next pass compares the bounds
 * @param best the best of them so far; at the beginning one around the first point
 * @param bound its bound over the draws of the comparison, up to a constant; −∞ before the first
 * @param rounds number of rounds of starting points, of passes or of evaluations of the curvature, in this stage
 */
record ModeSearchState(
        PassPurpose nextPass,
        ModeSearches climbs,
        List<GaussianPosterior> candidates,
        Approximation best,
        double bound,
        int rounds)
        implements AlgorithmState {

    /** Purpose of a pass. */
    enum PassPurpose {
        /** Log densities of the starting points. */
        BEGIN,
        /** One evaluation of each search. */
        CLIMB,
        /** Bounds of Gaussians along the searches. */
        PICK,
        /** Gradients around the best Gaussian, for its curvature. */
        CURVE,
        /** Bounds of candidates with the curvature around the best Gaussian. */
        COMPARE
    }

    /** The state before the first pass. */
    static ModeSearchState initial(Approximation best) {
        return new ModeSearchState(PassPurpose.BEGIN, ModeSearches.NONE, List.of(), best, Double.NEGATIVE_INFINITY, 0);
    }

    ModeSearchState withClimbs(ModeSearches next) {
        return new ModeSearchState(PassPurpose.CLIMB, next, candidates, best, bound, rounds);
    }

    /** A copy that keeps the searches that have ended and begins a new round of starting points. */
    ModeSearchState withNewRound() {
        return new ModeSearchState(
                PassPurpose.BEGIN,
                climbs,
                candidates,
                best,
                bound,
                climbs.searches().size());
    }

    ModeSearchState withCandidates(PassPurpose next, List<GaussianPosterior> others) {
        return new ModeSearchState(next, climbs, others, best, bound, rounds);
    }

    ModeSearchState withBest(@Nullable GaussianPosterior found, double value) {
        Approximation next = found == null ? best : new Approximation(found, best.dispersion());
        return new ModeSearchState(PassPurpose.CURVE, ModeSearches.NONE, List.of(), next, value, rounds);
    }

    ModeSearchState inRound(int other) {
        return new ModeSearchState(nextPass, climbs, candidates, best, bound, other);
    }
}
