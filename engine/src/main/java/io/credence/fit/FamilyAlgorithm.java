package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fits a posterior of any family to the ELBO from the Gaussian that the default fit finds. It begins at the member that is nearest
 * to that Gaussian by KL(q ‖ Gaussian), which takes no pass, and raises the bound over draws that stay the same to its end by
 * BFGS with what the way there told of the curvature. More draws are taken until means and standard deviations are known well
 * enough and a look with fresh ones confirms the answer, which must not be below where the climb began.
 */
final class FamilyAlgorithm implements Algorithm {

    /** Most numbers of the posterior: each climb on the driver evaluates them at a thousand draws. */
    private static final int MOST_UNKNOWNS = 5000;

    /** Points of each stratum at first, at least, and at most. */
    private static final int DRAWS = 64;

    private static final int MOST_DRAWS = 16384;
    /** At most of one that is a candidate among others. */
    private static final int MOST_OF_CANDIDATE = 4096;

    private static final int TIMES = 4;
    private static final int MOST_PASSES = 60;
    /** Share of a move that is tried, and made up for, since no family is linear. */
    private static final double SHORT = 0.2;

    private final FitSetup setup;
    private final Posterior first;
    private final FamilyBound bound;
    private final FamilyLook look;
    private final WatchedNumbers numbers;
    private final double error;
    private final double floor;

    /** @param first any member of the family */
    FamilyAlgorithm(FitSetup setup, Posterior first) {
        this(setup, first, Double.NEGATIVE_INFINITY);
    }

    /**
     * A candidate, which is given up where its bound over other draws is none, or below a floor.
     *
     * @param floor nats; −∞ for one that is no candidate, and goes on from its start over more draws
     */
    FamilyAlgorithm(FitSetup setup, Posterior first, double floor) {
        setup.problem().requireFit(first, false);
        this.setup = setup;
        this.first = first;
        this.bound = new FamilyBound(
                new LogJoint(setup.problem(), setup.backend()), setup.settings().seed());
        this.look = new FamilyLook(setup, first);
        this.numbers = new WatchedNumbers(first.dimension());
        this.error = setup.how().stop().mcse();
        this.floor = floor;
    }

    /** Whether that can be fitted so: the ELBO of what a Gaussian can be regressed to, by a family that a start is known of. */
    static boolean isPossible(Problem problem, GaussianPosterior gaussian, Posterior first) {
        return RegressionAlgorithm.refusal(problem, gaussian) == null && first.parameters().length <= MOST_UNKNOWNS;
    }

    @Override
    public FitState init() {
        throw new IllegalStateException("a family is fitted from a Gaussian");
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        Posterior origin = setup.begin().around(KlProjection.conditional(from));
        BfgsSearch nearest = new KlProjection(bound, setup.settings().seed()).climb(origin, from, DRAWS);
        FamilyState place = new FamilyState(
                before.iteration(),
                from,
                new Position(origin, setup.problem().scale()),
                nearest,
                nearest,
                draws(first),
                0,
                0,
                null);
        return before.onwards(place, decisions(nearest.value()));
    }

    /** More where there are many numbers that they have to fix. */
    private static int draws(Posterior q) {
        int each = q.parameters().length / q.strata();
        return Math.max(DRAWS, Math.min(MOST_DRAWS, Integer.highestOneBit(2 * each - 1)));
    }

    private List<String> decisions(double nearest) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "start: the nearest member of %s, %.3g nats from the Gaussian",
                        first.family(),
                        -nearest),
                "estimator: gradients at " + draws(first) * first.strata() + " draws that stay the same, up to "
                        + most() * first.strata(),
                "driver kernel: " + setup.kernel().name(),
                "objective: " + setup.problem().objective().name() + ", posterior " + first.family());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        FamilyState place = (FamilyState) state.place();
        Posterior q = place.at(place.climb().trial());
        FamilyBound.Seen seen = q == null ? null : bound.at(q, place.near(), KlProjection.CLIMB, place.draws());
        double value = seen == null ? Double.NEGATIVE_INFINITY : seen.bound();
        StepInfo info = info(state.iteration() + 1, place, value, seen);
        FitState next = state.stepped(seen == null ? 0 : seen.rows(), info);
        if (place.passes() == 0 && !(Double.isFinite(value) && value >= floor)) {
            if (isCandidate()) {
                String low = String.format(
                        Locale.ROOT,
                        "the bound over %d draws is %.3g nats, of %.3g that it should have",
                        place.draws() * first.strata(),
                        value,
                        floor);
                return next.stopped(FitStatus.DIVERGED, low, null);
            }
            return place.isAtStart()
                    ? next.stopped(FitStatus.DIVERGED, "the start has no finite bound", null)
                    : more(next, place, place.nearest(), "there is no finite bound over more draws");
        }
        double gain = KlProjection.GAIN * first.parameters().length;
        double[] units = place.origin().posterior().units();
        double[] slope = seen == null ? units : Vectors.times(units, seen.gradient());
        BfgsSearch climb = place.passes() == 0
                ? place.climb().elsewhere(value, slope, gain)
                : place.climb().with(value, slope, gain);
        FamilyState there = place.with(climb);
        if (climb.isClimbing() && there.passes() < MOST_PASSES) {
            return budgeted(next.with(there), there);
        }
        return ended(next, there);
    }

    private boolean isCandidate() {
        return floor > Double.NEGATIVE_INFINITY;
    }

    private int most() {
        return isCandidate() ? Math.max(MOST_OF_CANDIDATE, draws(first)) : MOST_DRAWS;
    }

    /** A climb at its end: an answer, or more draws. */
    private FitState ended(FitState state, FamilyState place) {
        Posterior q = place.at(place.climb().point());
        if (q == null) {
            return state.stopped(FitStatus.DIVERGED, "the climb has left the family", null);
        }
        FamilyBound.Seen seen = bound.at(q, place.near(), KlProjection.CLIMB, place.draws());
        double mcse = mcse(place, seen);
        FitState next = state.visited(seen.rows());
        boolean known = mcse <= error;
        if (!known && place.draws() < most()) {
            return more(next, place, place.climb(), String.format(Locale.ROOT, "answers are known to %.3f sd", mcse));
        }
        String reason = String.format(
                Locale.ROOT,
                "the bound over %d draws that stay the same rises no more; answers are known to %.3f sd",
                place.draws() * q.strata(),
                mcse);
        FamilyLook.Found found = look.at(next, place, q, bound, mcse);
        if (known && found.optimal()) {
            return found.state().stopped(FitStatus.CONVERGED, reason, null);
        }
        if (place.draws() >= most()) {
            return found.state()
                    .stopped(FitStatus.BUDGET, reason + (found.optimal() ? "" : ", but " + found.told()), null);
        }
        FamilyState seenPlace = (FamilyState) found.state().place();
        return more(found.state(), seenPlace, found.below() ? place.nearest() : place.climb(), found.told());
    }

    private FitState more(FitState state, FamilyState place, BfgsSearch from, String why) {
        FamilyState next = place.withDraws(Math.min(most(), TIMES * place.draws()), from);
        String told = "step " + state.iteration() + ": " + why + ": " + next.draws() * first.strata() + " draws";
        return budgeted(state.with(next).with(told), next);
    }

    /**
     * Largest error of means and log standard deviations that the choice of the draws leaves, those of means in standard deviations
     * of the Gaussian: a family that leaves correlations out is narrower than what it stands for.
     */
    private double mcse(FamilyState place, FamilyBound.Seen seen) {
        double[] units = place.origin().posterior().units();
        double[] mean = Vectors.times(units, seen.gradient());
        double[][] moved = new double[FamilyPoints.UNITS][];
        double[] sd = numbers.of(new Position(place.near(), place.origin().scale()), 0);
        for (int u = 0; u < FamilyPoints.UNITS; u++) {
            double[] apart = Vectors.difference(Vectors.times(units, seen.gradients()[u]), mean);
            double[] move = place.climb().newton(apart);
            Posterior q =
                    move == null ? null : place.at(Vectors.plus(place.climb().point(), SHORT, move));
            if (q == null) {
                return Double.POSITIVE_INFINITY;
            }
            moved[u] = WatchedNumbers.inStandardDeviations(
                    numbers.of(new Position(q, place.origin().scale()), 0), sd);
        }
        double largest = 0;
        double[] ofUnits = new double[FamilyPoints.UNITS];
        for (int i = 0; i < moved[0].length; i++) {
            for (int u = 0; u < FamilyPoints.UNITS; u++) {
                ofUnits[u] = moved[u][i];
            }
            largest = Math.max(largest, FamilyPoints.errorOfMean(ofUnits) / SHORT);
        }
        return largest;
    }

    private FitState budgeted(FitState state, FamilyState place) {
        String spent = setup.spent(state, place.begun());
        if (spent == null) {
            return state;
        }
        Posterior q = place.best().posterior();
        return look.at(state, place, q, bound, Double.NaN).state().stopped(FitStatus.BUDGET, spent, null);
    }

    private StepInfo info(int iteration, FamilyState place, double value, FamilyBound.@Nullable Seen seen) {
        return new StepInfo(
                iteration,
                Phase.FIXED_DRAWS,
                -value,
                Double.isFinite(value) ? (Double) value : null,
                seen == null
                        ? Double.NaN
                        : Vectors.norm(Vectors.times(place.origin().posterior().units(), seen.gradient())),
                Double.NaN,
                1,
                Double.isFinite(value),
                seen == null ? 0 : seen.rows(),
                place.draws() * first.strata());
    }

    @Override
    public FitResult result(FitState state) {
        FamilyState place = (FamilyState) state.place();
        return look.result(state, place);
    }
}
