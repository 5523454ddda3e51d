package io.credence.fit.start;

import io.credence.data.DataSummary;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.Budget;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.LogJoint;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.Problem;
import io.credence.fit.StartingGaussians;
import io.credence.fit.start.ModeSearchState.PassPurpose;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Finds a Gaussian from which a fit by draws can begin. It searches for modes of log p(θ | y) on a random part of the
 * rows, with several searches side by side in one pass each, takes the point of a search with the best evidence lower
 * bound, which need not be its end, and gives it the curvature estimated from gradients around it, as long as the bound
 * rises. One step is one pass. A search that follows another begins at what that one found on fewer rows and then
 * evaluates the curvature once.
 */
public final class ModeSearchAlgorithm implements Algorithm {

    /**
     * Largest number of rounds of starting points of which none is finite. Also the largest number of evaluations of a
     * curvature.
     */
    private static final int MOST_ROUNDS = 3;
    /** Largest number of searches, where there may be modes that none has reached. */
    private static final int MOST_STARTS = 32;

    private final Problem problem;
    private final FitSettings settings;
    private final DataSummary data;
    private final DenseKernel kernel;
    private final LogJoint density;
    private final RowSample sample;
    private final boolean curved;
    private final StartingPoints starts;
    private final int d;
    private final double tolerance;
    private final double times;

    /**
     * A search.
     *
     * @param sample rows that the search reads
     * @param times number of these rows as a multiple of those of the search before; 1 for the first
     */
    public ModeSearchAlgorithm(FitSetup setup, RowSample sample, double times) {
        this.problem = setup.problem();
        this.settings = setup.settings();
        this.data = setup.backend().summary();
        this.kernel = setup.kernel();
        this.density = new LogJoint(problem, setup.backend());
        this.sample = sample;
        this.curved = setup.usesSecondDerivatives();
        this.d = problem.prior().dimension();
        this.starts = new StartingPoints(problem.prior(), setup.sampling().start(), settings.seed());
        this.times = times;
        this.tolerance = d <= StartingPoints.FEW_PARAMETERS || times > 1 ? 0.05 : Math.max(0.5, 0.02 * d);
        starts.points(0, 1);
    }

    @Override
    public FitState init() {
        return FitState.initial(begin(), decisions());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        ModeSearchState begin = times > 1 ? aroundScaled(StartingGaussians.asGaussian(from, kernel)) : begin();
        return before.continueWith(begin, decisions());
    }

    /**
     * The state around the Gaussian found on fewer rows, whose precision is scaled up to the larger number of rows.
     */
    private ModeSearchState aroundScaled(GaussianPosterior from) {
        GaussianPosterior q =
                StartingGaussians.withRowPrecisionScaled(from, problem.prior().normalPrior(), times);
        return ModeSearchState.initial(new Approximation(q, problem.dispersion()));
    }

    private ModeSearchState begin() {
        GaussianPrior normal = problem.prior().normalPrior();
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = normal.precision()[j] > 0 ? 1 / Math.sqrt(normal.precision()[j]) : 1;
        }
        GaussianPosterior around = FullGaussian.around(kernel, starts.points(0, 1), sd);
        return ModeSearchState.initial(new Approximation(around, problem.dispersion()));
    }

    private List<String> decisions() {
        if (times > 1) {
            return List.of();
        }
        String rows = sample.isAll()
                ? "all " + data.rows() + " rows"
                : String.format(Locale.ROOT, "%.2g %% of %d rows", 100 * sample.fraction(), data.rows());
        return List.of("start: climbs to a mode from " + starts.count() + " points on " + rows);
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        ModeSearchState state = (ModeSearchState) fit.algorithmState();
        double[] points = points(state);
        LogJoint.LogJointValues observed = takesCurvature(state, points)
                ? density.evaluateWithHessianAt(points, sample, RandomUse.START_COMPARISON.firstAddressWord())
                : density.evaluateAt(points, sample, RandomUse.START_COMPARISON.firstAddressWord());
        FitState next =
                fit.withStep(observed.rows(), stepInfo(fit.iteration() + 1, state, observed, points.length / d));
        FitState moved = switch (state.nextPass()) {
            case BEGIN -> afterStarts(next, state, points, observed);
            case CLIMB -> afterClimb(next, state, observed);
            case PICK -> afterPick(next, state, observed);
            case CURVE -> afterCurvature(next, state, observed);
            case COMPARE -> afterComparison(next, state, observed);
        };
        return settings.budget().stopIfExhausted(moved, data.rows());
    }

    /**
     * Whether the next pass takes second derivatives, as it does at single points. These are the mean of a Gaussian and
     * a first starting point, from which quasi-Newton steps are then Newton steps.
     */
    private boolean takesCurvature(ModeSearchState state, double[] points) {
        return curved
                && points.length == d
                && (state.nextPass() == PassPurpose.BEGIN || state.nextPass() == PassPurpose.CURVE);
    }

    private double[] points(ModeSearchState state) {
        return switch (state.nextPass()) {
            case BEGIN -> times > 1 ? state.best().gaussian().mean() : starts.points(state.rounds(), startCount(state));
            case CLIMB -> state.climbs().trials(d);
            case PICK, COMPARE -> LaplaceCandidates.draws(state.candidates(), comparison());
            case CURVE ->
                curved
                        ? state.best().gaussian().mean().clone()
                        : LaplaceCandidates.axisPoints(state.best().gaussian());
        };
    }

    private int startCount(ModeSearchState state) {
        if (!state.climbs().searches().isEmpty()) {
            return state.climbs().searches().size();
        }
        return state.rounds() == 0 ? starts.count() : StartingPoints.AFTER_FAILURE;
    }

    private NormalDraws comparison() {
        return new NormalDraws(
                settings.seed(),
                RandomUse.START_COMPARISON.firstAddressWord(),
                NestedRowSamples.FEW_DRAWS,
                d,
                NormalDraws.Dependence.ANTITHETIC);
    }

    private FitState afterStarts(
            FitState fit, ModeSearchState state, double[] points, LogJoint.LogJointValues observed) {
        List<BfgsSearch> ascents = new ArrayList<>(state.climbs().searches());
        boolean any = !ascents.isEmpty();
        double[] before = times > 1 ? state.best().gaussian().covariance() : null;
        for (int k = 0; k < observed.values().length; k++) {
            any |= Double.isFinite(observed.values()[k]);
            double[] inverse = observed.hasHessian()
                    ? SymmetricEigen.decompose(observed.hessian(), d).absoluteInverse()
                    : before;
            ascents.add(BfgsSearch.from(
                    matrixRow(points, k),
                    observed.values()[k],
                    matrixRow(observed.gradients(), k),
                    inverse,
                    tolerance));
        }
        if (!any && times > 1) {
            return stopAtMode(fit, state, "its mean has no finite log density on more rows");
        }
        if (any) {
            return continueClimb(fit, state, new ModeSearches(ascents), 0);
        }
        return state.rounds() < MOST_ROUNDS
                ? fit.with(state.inRound(state.rounds() + 1))
                        .with("start: no starting point has a finite log density; others are tried")
                : fit.stopped(FitStatus.DIVERGED, "no starting point has a finite log density", observed.nonFinite());
    }

    private double[] matrixRow(double[] matrix, int k) {
        return Arrays.copyOfRange(matrix, k * d, (k + 1) * d);
    }

    private FitState afterClimb(FitState fit, ModeSearchState state, LogJoint.LogJointValues observed) {
        ModeSearches next = state.climbs().afterEvaluation(observed.values(), observed.gradients(), tolerance);
        return continueClimb(fit, state, next, state.rounds() + 1);
    }

    private FitState continueClimb(FitState fit, ModeSearchState state, ModeSearches climbs, int passes) {
        ModeSearchState next = state.withClimbs(climbs).inRound(passes);
        if (passes < Budget.MOST_PASSES && climbs.areClimbing()) {
            return fit.with(next);
        }
        if (times > 1) {
            GaussianPosterior there =
                    next.best().gaussian().withMean(climbs.searches().get(0).point());
            return fit.with(next.withBest(there, state.bound()));
        }
        if (starts.areSeveral() && climbs.searches().size() < MOST_STARTS && climbs.mayMissModes()) {
            return fit.with(next.withNewRound())
                    .with("start: " + climbs.searches().size() + " climbs end at several modes: as many more begin");
        }
        List<GaussianPosterior> candidates =
                LaplaceCandidates.ofSearches(climbs.searches(), problem.prior().normalPrior(), kernel);
        return fit.with(next.withCandidates(PassPurpose.PICK, candidates).inRound(0))
                .with(climbs.describeEnds());
    }

    private FitState afterPick(FitState fit, ModeSearchState state, LogJoint.LogJointValues observed) {
        double[] bounds = LaplaceCandidates.bounds(state.candidates(), observed.values());
        int best = indexOfLargest(bounds);
        if (!Double.isFinite(bounds[best])) {
            return fit.stopped(
                    FitStatus.DIVERGED, "no Gaussian along the climbs has a finite bound", observed.nonFinite());
        }
        return fit.with(state.withBest(state.candidates().get(best), bounds[best]));
    }

    private static int indexOfLargest(double[] values) {
        int best = 0;
        for (int k = 1; k < values.length; k++) {
            best = values[k] > values[best] ? k : best;
        }
        return best;
    }

    private FitState afterCurvature(FitState fit, ModeSearchState state, LogJoint.LogJointValues observed) {
        int last = observed.values().length - 1;
        if (!Double.isFinite(observed.values()[last]) || (curved && !observed.hasHessian())) {
            return stopAtMode(fit, state, "its mean has no finite log density");
        }
        GaussianPosterior q = state.best().gaussian();
        LaplaceCandidates.CurvatureCandidates found = curved
                ? LaplaceCandidates.ofHessian(q, observed.gradients(), observed.hessian())
                : LaplaceCandidates.byDifferences(q, observed.values(), observed.gradients());
        List<GaussianPosterior> candidates = found.candidates();
        if (times > 1 && !candidates.isEmpty()) {
            return stopAtMode(
                    fit, state.withBest(candidates.get(0), state.bound()), "its curvature is that of more rows");
        }
        return candidates.isEmpty()
                ? stopAtMode(fit, state, "gradients around it show no other curvature")
                : fit.with(state.withCandidates(PassPurpose.COMPARE, candidates)
                        .inRound(found.isFinal() ? MOST_ROUNDS : state.rounds() + 1));
    }

    private FitState afterComparison(FitState fit, ModeSearchState state, LogJoint.LogJointValues observed) {
        double[] bounds = LaplaceCandidates.bounds(state.candidates(), observed.values());
        int best = indexOfLargest(bounds);
        if (!(bounds[best] > state.bound())) {
            return stopAtMode(fit, state, "its bound rises no more");
        }
        ModeSearchState next = state.withBest(state.candidates().get(best), bounds[best]);
        return state.rounds() >= MOST_ROUNDS ? stopAtMode(fit, next, "its curvature is known") : fit.with(next);
    }

    private static FitState stopAtMode(FitState fit, ModeSearchState state, String why) {
        return fit.with(state).stopped(FitStatus.CONVERGED, "a Gaussian near a mode was found: " + why, null);
    }

    private StepInfo stepInfo(int iteration, ModeSearchState state, LogJoint.LogJointValues observed, int points) {
        double best = observed.values()[indexOfLargest(observed.values())];
        boolean climbs = state.nextPass() == PassPurpose.BEGIN || state.nextPass() == PassPurpose.CLIMB;
        return new StepInfo(
                iteration,
                sample.isAll() ? Phase.MODE : Phase.SAMPLE,
                new ObjectiveProgress(
                        -best,
                        null,
                        climbs
                                ? Vectors.norm(matrixRow(observed.gradients(), indexOfLargest(observed.values())))
                                : Double.NaN,
                        Double.NaN),
                1,
                Double.isFinite(best),
                observed.rows(),
                points);
    }

    @Override
    public FitResult result(FitState fit) {
        return FitResult.of(fit, data.rows(), null, null);
    }
}
