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
        this.numbers = new WatchedNumbers(first.dimension());
        this.error = setup.how().stop().mcse();
        this.floor = floor;
    }

    /** Whether that can be fitted so: the ELBO of what a Gaussian can be regressed to, by a family that a start is known of. */
    static boolean isPossible(Problem problem, GaussianPosterior gaussian, Posterior first) {
        return isSmall(first) && RegressionAlgorithm.refusal(problem, gaussian) == null;
    }

    /** Whether a member has few enough numbers, asked before a full Gaussian of as many parameters is made. */
    static boolean isSmall(Posterior first) {
        return first.parameters().length <= MOST_UNKNOWNS;
    }

    @Override
    public FitState init() {
        throw new IllegalStateException("a family is fitted from a Gaussian");
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        Posterior origin = setup.begin().around(KlProjection.conditional(from));
        BfgsSearch nearest = new KlProjection(bound, setup.settings().seed()).climb(origin, from, DRAWS);
        FamilyState state = new FamilyState(
                before.iteration(),
                from,
                new Position(origin, setup.problem().scale()),
                nearest,
                nearest,
                draws(first),
                0,
                0,
                null);
        return before.onwards(state, decisions(nearest.value()));
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
    public FitState step(FitState fit) {
        fit.requireRunning();
        FamilyState state = (FamilyState) fit.state();
        Posterior q = state.at(state.climb().trial());
        FamilyBound.Seen seen = q == null ? null : bound.at(q, state.near(), KlProjection.CLIMB, state.draws());
        double value = seen == null ? Double.NEGATIVE_INFINITY : seen.bound();
        StepInfo info = info(fit.iteration() + 1, state, value, seen);
        FitState next = fit.stepped(seen == null ? 0 : seen.rows(), info);
        if (state.passes() == 0 && !(Double.isFinite(value) && value >= floor)) {
            if (isCandidate()) {
                String low = String.format(
                        Locale.ROOT,
                        "the bound over %d draws is %.3g nats, of %.3g that it should have",
                        state.draws() * first.strata(),
                        value,
                        floor);
                return next.stopped(FitStatus.DIVERGED, low, null);
            }
            return state.isAtStart()
                    ? next.stopped(FitStatus.DIVERGED, "the start has no finite bound", null)
                    : more(next, state, state.nearest(), "there is no finite bound over more draws");
        }
        double gain = KlProjection.GAIN * first.parameters().length;
        double[] units = state.origin().posterior().units();
        double[] slope = seen == null ? units : Vectors.times(units, seen.gradient());
        BfgsSearch climb = state.passes() == 0
                ? state.climb().elsewhere(value, slope, gain)
                : state.climb().with(value, slope, gain);
        FamilyState there = state.with(climb);
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
    private FitState ended(FitState fit, FamilyState state) {
        Posterior q = state.at(state.climb().point());
        if (q == null) {
            return fit.stopped(FitStatus.DIVERGED, "the climb has left the family", null);
        }
        FamilyBound.Seen seen = bound.at(q, state.near(), KlProjection.CLIMB, state.draws());
        double mcse = mcse(state, seen);
        FitState next = fit.visited(seen.rows());
        boolean known = mcse <= error;
        if (!known && state.draws() < most()) {
            return more(next, state, state.climb(), String.format(Locale.ROOT, "answers are known to %.3f sd", mcse));
        }
        String reason = String.format(
                Locale.ROOT,
                "the bound over %d draws that stay the same rises no more; answers are known to %.3f sd",
                state.draws() * q.strata(),
                mcse);
        FamilyAssessment.Found found = FamilyAssessment.of(next, state, q, bound, mcse);
        if (known && found.optimal()) {
            return found.fit().stopped(FitStatus.CONVERGED, reason, null);
        }
        if (state.draws() >= most()) {
            return found.fit()
                    .stopped(FitStatus.BUDGET, reason + (found.optimal() ? "" : ", but " + found.told()), null);
        }
        FamilyState assessed = (FamilyState) found.fit().state();
        return more(found.fit(), assessed, found.below() ? state.nearest() : state.climb(), found.told());
    }

    private FitState more(FitState fit, FamilyState state, BfgsSearch from, String why) {
        FamilyState next = state.withDraws(Math.min(most(), TIMES * state.draws()), from);
        String told = "step " + fit.iteration() + ": " + why + ": " + next.draws() * first.strata() + " draws";
        return budgeted(fit.with(next).with(told), next);
    }

    /**
     * Largest error of means and log standard deviations that the choice of the draws leaves, those of means in standard deviations
     * of the Gaussian: a family that leaves correlations out is narrower than what it stands for.
     */
    private double mcse(FamilyState state, FamilyBound.Seen seen) {
        double[] units = state.origin().posterior().units();
        double[] mean = Vectors.times(units, seen.gradient());
        double[][] moved = new double[FamilyPoints.UNITS][];
        double[] sd = numbers.of(new Position(state.near(), state.origin().scale()), 0);
        for (int u = 0; u < FamilyPoints.UNITS; u++) {
            double[] apart = Vectors.difference(Vectors.times(units, seen.gradients()[u]), mean);
            double[] move = state.climb().newton(apart);
            Posterior q =
                    move == null ? null : state.at(Vectors.plus(state.climb().point(), SHORT, move));
            if (q == null) {
                return Double.POSITIVE_INFINITY;
            }
            moved[u] = WatchedNumbers.inStandardDeviations(
                    numbers.of(new Position(q, state.origin().scale()), 0), sd);
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

    private FitState budgeted(FitState fit, FamilyState state) {
        String spent = setup.spent(fit, state.begun());
        if (spent == null) {
            return fit;
        }
        Posterior q = state.best().posterior();
        return FamilyAssessment.of(fit, state, q, bound, Double.NaN).fit().stopped(FitStatus.BUDGET, spent, null);
    }

    private StepInfo info(int iteration, FamilyState state, double value, FamilyBound.@Nullable Seen seen) {
        return new StepInfo(
                iteration,
                Phase.FIXED_DRAWS,
                -value,
                Double.isFinite(value) ? (Double) value : null,
                seen == null
                        ? Double.NaN
                        : Vectors.norm(Vectors.times(state.origin().posterior().units(), seen.gradient())),
                Double.NaN,
                1,
                Double.isFinite(value),
                seen == null ? 0 : seen.rows(),
                state.draws() * first.strata());
    }

    @Override
    public FitResult result(FitState fit) {
        FamilyState state = (FamilyState) fit.state();
        return Outcome.result(
                fit,
                setup.problem(),
                setup.backend().summary().rows(),
                state.outcome(),
                state.draws() * state.best().posterior().strata());
    }
}
