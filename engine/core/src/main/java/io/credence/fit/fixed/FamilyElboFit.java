package io.credence.fit.fixed;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.Budget;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.DrawCounts;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.LogJoint;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.ParameterGeometry;
import io.credence.fit.Problem;
import io.credence.fit.StartingGaussians;
import io.credence.fit.fixed.FixedDrawState.FamilyElboStart;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import io.credence.random.RandomUse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fit of a posterior of any family to the ELBO, after the default fit of a Gaussian. It begins at the member that is
 * nearest to that Gaussian by KL(q ‖ Gaussian), which takes no pass, with the curvature estimated on the way there.
 * More draws are taken until means and standard deviations are known well enough and an assessment with fresh ones
 * confirms the answer, which must not be below where the search began.
 */
public final class FamilyElboFit implements FixedDrawFit {

    /**
     * Largest number of parameters of the posterior. Each optimisation on the driver evaluates them at a thousand
     * draws.
     */
    private static final int MOST_UNKNOWNS = 5000;

    /** Largest number of draws of each stratum; a quarter as many for a candidate among other families. */
    private static final int MOST_DRAWS = 16384;

    /**
     * Share of a move that is tried, since no family is linear in its parameters. Errors are scaled up accordingly.
     */
    private static final double TRIED_SHARE = 0.2;

    private final FitSetup setup;
    private final Posterior first;
    private final FamilyBound bound;
    private final WatchedNumbers numbers;
    private final double error;
    private final double floor;

    /**
     * A fit of a family.
     *
     * @param first any member of the family
     * @param floor bound over the first draws, in nats, below which the fit is given up; −∞ to go on over more
     *     draws
     */
    FamilyElboFit(FitSetup setup, Posterior first, double floor) {
        setup.problem().requireFit(first, false);
        this.setup = setup;
        this.first = first;
        this.bound = new FamilyBound(
                new LogJoint(setup.problem(), setup.backend()), setup.settings().seed());
        this.numbers = new WatchedNumbers(first.dimension());
        this.error = setup.sampling().stop().mcse();
        this.floor = floor;
    }

    /**
     * Whether {@code first}'s family can be fitted to the ELBO: a Gaussian can be fitted by regression, and parameters
     * are few enough.
     */
    public static boolean isPossible(Problem problem, GaussianPosterior gaussian, Posterior first) {
        return isSmall(first) && problem.regressionRefusal(gaussian) == null;
    }

    /**
     * Whether a member of a family has few enough parameters. This is checked before a full Gaussian of as many
     * parameters is made.
     */
    public static boolean isSmall(Posterior first) {
        return first.parameterCount() <= MOST_UNKNOWNS;
    }

    @Override
    public FixedDrawState begin(int iteration, @Nullable Posterior from) {
        if (from == null) {
            throw new IllegalStateException("a family is fitted from a Gaussian");
        }
        GaussianPosterior near = StartingGaussians.asGaussian(from, setup.kernel());
        Posterior origin = setup.posteriorStart().around(KlProjection.nearestDiagonal(near));
        BfgsSearch nearest =
                new KlProjection(bound, setup.settings().seed()).nearestMember(origin, near, minimumDraws());
        return FixedDrawState.initial(
                iteration,
                new NaturalCoordinates(origin),
                setup.problem().dispersion(),
                nearest.unevaluated(),
                new DrawSet(0, draws(first)),
                new FamilyElboStart(near, nearest, 0));
    }

    private static FamilyElboStart start(FixedDrawState state) {
        return Objects.requireNonNull(state.start());
    }

    /** Smallest number of draws of each stratum: a few in each shifted set. */
    private static int minimumDraws() {
        return FixedStandardDraws.UNITS * NestedRowSamples.FEW_DRAWS;
    }

    /** Number of draws of each stratum at the start; more where they determine many parameters. */
    private static int draws(Posterior q) {
        int each = q.parameterCount() / q.stratumCount();
        return Math.max(minimumDraws(), Math.min(MOST_DRAWS, Integer.highestOneBit(2 * each - 1)));
    }

    @Override
    public List<String> decisions(State begun) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "start: the nearest member of %s, %.3g nats from the Gaussian",
                        first.family(),
                        -start((FixedDrawState) begun).nearestMember().value()),
                "estimator: gradients at " + draws(first) * first.stratumCount() + " draws that stay the same, up to "
                        + maximumDraws() * first.stratumCount(),
                "driver kernel: " + setup.kernel().name(),
                "objective: " + setup.problem().objective().name() + ", posterior " + first.family());
    }

    @Override
    public FixedDrawBound bound(FixedDrawState state) {
        NaturalCoordinates coordinates = state.coordinates();
        double gain = FitSettings.ROUGH * coordinates.length();
        return bound.boundFunction(
                coordinates, start(state).controlGaussian(), state.points().draws(), gain);
    }

    @Override
    public int passes(boolean first) {
        return first ? 0 : 1;
    }

    @Override
    public boolean isEnough(BfgsSearch search, int passes) {
        return passes >= Budget.MOST_PASSES;
    }

    @Override
    public @Nullable FitState afterUnsuitableStart(FitState fit, FixedDrawState state, FixedDrawBound over) {
        double value = state.search().value();
        if (Double.isFinite(value) && value >= floor) {
            return null;
        }
        if (isCandidate()) {
            String low = String.format(
                    Locale.ROOT,
                    "the bound over %d draws is %.3g nats, of %.3g that it should have",
                    state.points().draws() * first.stratumCount(),
                    value,
                    floor);
            return fit.stopped(FitStatus.DIVERGED, low, null);
        }
        return state.isAtStart()
                ? fit.stopped(FitStatus.DIVERGED, "the start has no finite bound", null)
                : moreDraws(fit, state, start(state).nearestMember(), "there is no finite bound over more draws");
    }

    private boolean isCandidate() {
        return floor > Double.NEGATIVE_INFINITY;
    }

    private int maximumDraws() {
        return isCandidate() ? Math.max(MOST_DRAWS / DrawCounts.GROWTH, draws(first)) : MOST_DRAWS;
    }

    @Override
    public FitState afterSearch(FitState fit, FixedDrawState state) {
        Posterior q = state.coordinates().at(state.search().point());
        if (q == null) {
            return fit.stopped(FitStatus.DIVERGED, "the search has left the family", null);
        }
        int draws = state.points().draws();
        FamilyBound.BoundEvaluation observed =
                bound.at(q, start(state).controlGaussian(), RandomUse.FAMILY_POINTS.firstAddressWord(), draws);
        double mcse = mcse(state, observed);
        FitState next = fit.withRowsVisited(observed.rows());
        boolean known = mcse <= error;
        if (!known && draws < maximumDraws()) {
            return moreDraws(
                    next, state, state.search(), String.format(Locale.ROOT, "answers are known to %.3f sd", mcse));
        }
        String reason = String.format(
                Locale.ROOT,
                "the bound over %d draws that stay the same rises no more; answers are known to %.3f sd",
                draws * q.stratumCount(),
                mcse);
        FamilyAssessment found = FamilyAssessment.of(state, q, bound, mcse);
        FixedDrawState assessed = state.with(found.outcome());
        FitState there = next.withRowsVisited(found.rows()).with(assessed);
        String doubt = found.doubt();
        if (known && doubt == null) {
            return there.stopped(FitStatus.CONVERGED, reason, null);
        }
        if (draws >= maximumDraws()) {
            return there.stopped(FitStatus.BUDGET, reason + (doubt == null ? "" : ", but " + doubt), null);
        }
        return moreDraws(
                there,
                assessed,
                found.isBelowStart() ? start(state).nearestMember() : state.search(),
                Objects.requireNonNull(doubt));
    }

    private FitState moreDraws(FitState fit, FixedDrawState state, BfgsSearch from, String why) {
        DrawSet points = new DrawSet(
                0, Math.min(maximumDraws(), DrawCounts.GROWTH * state.points().draws()));
        String text = "step " + fit.iteration() + ": " + why + ": " + points.draws() * first.stratumCount() + " draws";
        return fit.with(state.overPoints(points, from.unevaluated())).with(text);
    }

    /**
     * Largest error of means and log standard deviations that the choice of the draws leaves. Errors of means are in
     * standard deviations of the Gaussian: a family that leaves correlations out is narrower than the posterior it
     * approximates.
     */
    private double mcse(FixedDrawState state, FamilyBound.BoundEvaluation observed) {
        NaturalCoordinates coordinates = state.coordinates();
        BfgsSearch search = state.search();
        double[] mean = coordinates.slope(observed.gradient());
        double[][] moved = new double[FixedStandardDraws.UNITS][];
        double[] sd = numbers.numbersOf(new Approximation(start(state).controlGaussian(), state.dispersion()), 0);
        for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
            double[] apart = Vectors.difference(coordinates.slope(observed.gradients()[u]), mean);
            double[] move = search.newtonMove(apart);
            Posterior q = move == null ? null : coordinates.at(Vectors.plusScaled(search.point(), TRIED_SHARE, move));
            if (q == null) {
                return Double.POSITIVE_INFINITY;
            }
            moved[u] = WatchedNumbers.inStandardDeviations(
                    numbers.numbersOf(new Approximation(q, state.dispersion()), 0), sd);
        }
        double largest = 0;
        double[] ofUnits = new double[FixedStandardDraws.UNITS];
        for (int i = 0; i < moved[0].length; i++) {
            for (int u = 0; u < FixedStandardDraws.UNITS; u++) {
                ofUnits[u] = moved[u][i];
            }
            largest = Math.max(largest, FixedStandardDraws.errorOfMean(ofUnits) / TRIED_SHARE);
        }
        return largest;
    }

    @Override
    public boolean isElbo() {
        return true;
    }

    @Override
    public FitState assessed(FitState fit) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        FamilyAssessment found = FamilyAssessment.of(state, state.best().posterior(), bound, Double.NaN);
        return fit.withRowsVisited(found.rows()).with(state.with(found.outcome()));
    }

    /**
     * Assessment, with fresh draws, of the answer of a search for a family's largest bound. It finds whether a step
     * promises more, and whether the bound is lower than at the start of the search.
     *
     * @param doubt doubt about the answer; null for none
     * @param isBelowStart whether the answer's bound is lower than at the start of the search
     * @param rows rows visited
     */
    record FamilyAssessment(
            AssessedAnswer outcome, @Nullable String doubt, boolean isBelowStart, long rows) {

        /** Smallest number of fresh draws of each stratum. */
        private static final int DRAWS = 1024;

        static FamilyAssessment of(FixedDrawState state, Posterior q, FamilyBound bound, double mcse) {
            FixedDrawState.FamilyElboStart start = Objects.requireNonNull(state.start());
            GaussianPosterior near = start.controlGaussian();
            long address = RandomUse.FAMILY_ASSESSMENT.firstAddressWord(start.assessments());
            int draws = Math.max(DRAWS, state.points().draws());
            FamilyBound.BoundEvaluation here = bound.at(q, near, address, draws);
            FamilyBound.BoundEvaluation before =
                    bound.at(state.approximation(start.nearestMember()).posterior(), near, address, draws);
            double[] above = here.differenceFrom(before);
            boolean below = !(above[0] >= -FinalAssessment.ERRORS * above[1]);
            AssessedAnswer outcome = new AssessedAnswer(
                    new Approximation(q, state.dispersion()),
                    -here.bound(),
                    here.bound(),
                    here.error(),
                    Double.NaN,
                    mcse);
            String doubt = below
                    ? String.format(Locale.ROOT, "its bound is %.2g nats below that of its start", -above[0])
                    : doubt(q, here, state.search().value() - here.bound());
            return new FamilyAssessment(outcome, doubt, below, here.rows() + before.rows());
        }

        private static @Nullable String doubt(Posterior q, FamilyBound.BoundEvaluation here, double flattered) {
            if (!(flattered <= Math.max(FinalAssessment.SLACK, FinalAssessment.ERRORS * here.error()))) {
                return String.format(Locale.ROOT, "other draws give a bound that is %.2g nats lower", flattered);
            }
            double gain = ParameterGeometry.gain(q, here.estimate(q.parameterScales()));
            return gain > FinalAssessment.GAIN * q.parameterCount() ? FinalAssessment.promisedGainDoubt(gain) : null;
        }
    }
}
