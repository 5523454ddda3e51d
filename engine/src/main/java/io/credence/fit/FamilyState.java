package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import org.jspecify.annotations.Nullable;

/**
 * Where the climb of a family's bound is. Its unknowns x are those of λ = λ₀ + u ∘ x, λ₀ and u the parameters and natural units of
 * a first member.
 *
 * @param begun steps of the whole fit before this algorithm
 * @param near the Gaussian that the control variate is
 * @param origin member at x = 0
 * @param nearest climb to the member nearest to that Gaussian, where this one began
 * @param climb climb in x; ended where its bound was not seen yet, which the next pass does
 * @param draws points of each stratum
 * @param passes with this number of draws
 * @param looks at answers so far
 * @param outcome last of these; null before there is one
 */
record FamilyState(
        int begun,
        GaussianPosterior near,
        Position origin,
        BfgsSearch nearest,
        BfgsSearch climb,
        int draws,
        int passes,
        int looks,
        @Nullable Outcome outcome)
        implements AlgorithmState {

    @Override
    public Position best() {
        return outcome != null ? outcome.position() : position(climb);
    }

    /** The member where that climb is. */
    Position position(BfgsSearch of) {
        Posterior q = at(of.point());
        return q == null ? origin : new Position(q, origin.scale());
    }

    /** Whether this is where the climb began. */
    boolean isAtStart() {
        return climb == nearest;
    }

    /** The member at x; null where there is none. */
    @Nullable
    Posterior at(double[] x) {
        return FamilyState.at(origin.posterior(), x);
    }

    /** The member at those unknowns around {@code origin}; null where there is none. */
    static @Nullable Posterior at(Posterior origin, double[] x) {
        double[] moved = Vectors.plus(origin.parameters(), 1, Vectors.times(origin.units(), x));
        if (!Vectors.finite(moved)) {
            return null;
        }
        try {
            return origin.with(moved);
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    FamilyState with(BfgsSearch next) {
        return new FamilyState(begun, near, origin, nearest, next, draws, passes + 1, looks, outcome);
    }

    FamilyState with(Outcome next) {
        return new FamilyState(begun, near, origin, nearest, climb, draws, passes, looks + 1, next);
    }

    /** On with other draws. */
    FamilyState withDraws(int other, BfgsSearch from) {
        return new FamilyState(begun, near, origin, nearest, from, other, 0, looks, null);
    }
}
