package io.credence.fit.fixed;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.DrawCounts;
import io.credence.fit.FitSettings;
import io.credence.fit.Problem;
import io.credence.optimize.BfgsSearch;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;

/**
 * Search for the member of a family nearest to a Gaussian by KL(q ‖ Gaussian), by BFGS without a pass over the rows.
 * Families such as low ranks and mixtures have several local optima, so that searches begin at several points.
 */
final class KlProjection {

    private static final int MOST_STARTS = 8;
    /** Standard deviation of the further starting points around the first, in natural units. */
    private static final double SPREAD = 0.5;

    private final FamilyBound bound;
    private final long seed;

    KlProjection(FamilyBound bound, long seed) {
        this.bound = bound;
        this.seed = seed;
    }

    /**
     * The finished search for the member nearest to a Gaussian, with its estimate of the curvature. It is the best of
     * several searches.
     *
     * @param origin member at x = 0
     * @param draws number of points of each stratum at which the log density would be evaluated
     */
    BfgsSearch nearestMember(Posterior origin, GaussianPosterior near, int draws) {
        int unknowns = origin.parameterCount();
        int starts = Math.max(1, Math.min(MOST_STARTS, Problem.MOST_MODE_PARAMETERS / unknowns));
        boolean dense = unknowns <= Problem.MOST_MODE_PARAMETERS;
        BfgsSearch best = BfgsSearch.unevaluated(new double[unknowns], dense);
        if (starts > 1) {
            best = searchFrom(origin, near, best, DrawCounts.GROWTH, draws / DrawCounts.GROWTH);
        }
        for (int k = 1; k < starts; k++) {
            double[] x = new double[unknowns];
            for (int i = 0; i < unknowns; i++) {
                x[i] = SPREAD * AddressedRandom.normal(seed, RandomUse.FAMILY_STARTS.firstAddressWord(), k, i);
            }
            BfgsSearch other = searchFrom(
                    origin, near, BfgsSearch.unevaluated(x, dense), DrawCounts.GROWTH, draws / DrawCounts.GROWTH);
            best = other.value() > best.value() ? other : best;
        }
        return searchFrom(origin, near, best, 1, draws);
    }

    private BfgsSearch searchFrom(Posterior origin, GaussianPosterior near, BfgsSearch from, double loose, int draws) {
        NaturalCoordinates coordinates = new NaturalCoordinates(origin);
        FixedDrawBound divergence = bound.controlVariateFunction(
                coordinates, near, draws, loose * FitSettings.ROUGH * coordinates.length());
        return divergence.evaluateTrial(from.unevaluated()).runWith(divergence::evaluateTrial);
    }

    /**
     * The independent Gaussian nearest to {@code q}, in which each parameter has its conditional variance given the
     * others.
     */
    static DiagonalGaussian nearestDiagonal(GaussianPosterior q) {
        return new DiagonalGaussian(q.mean(), q.blocks().diagonalOf(q.precision()));
    }
}
