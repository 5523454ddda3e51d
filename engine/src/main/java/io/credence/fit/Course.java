package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.gradient.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.NonFinite;
import io.credence.statistics.PassStatistics;
import io.credence.update.CurvaturePairs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides, after each pass, where a fit looks next: accept or shrink the step, which stage follows, when to stop. */
final class Course {
    // A wide prior makes undamped variational steps from its mean diverge, so the search begins at the mode: by Newton
    // steps
    // on a sample of rows where there are many, then by quasi-Newton steps on all rows, which need no curvature. From
    // there
    // one pass with curvature and one without usually suffice. Predicted gains, in nats, decide everything: ½ gᵀd for
    // the
    // mean, and the divergence between the precision and its target for the shape.

    /** Gain per coefficient at which the mode is near enough: a fifth of a posterior standard deviation. */
    private static final double MODE_GAIN = 0.02;
    /** The tolerance never admits more than this gain, times tolerance, per coefficient. */
    private static final double GAIN_PER_COEFFICIENT = 50;

    private static final double ROUNDING = 1e-12;
    private static final double SMALLEST_STEP = 0x1p-20;
    private static final int MAX_RESTARTS = 30;

    private final FitProblem problem;
    private final FitSettings settings;
    private final DenseKernel kernel;
    private final SamplePlan plan;
    private final int dimension;

    Course(FitProblem problem, FitSettings settings, DataSummary data, DenseKernel kernel) {
        this.problem = problem;
        this.settings = settings;
        this.kernel = kernel;
        this.dimension = problem.prior().dimension();
        this.plan = SamplePlan.of(data, settings, dimension);
    }

    RowSample sample() {
        return plan.sample();
    }

    List<String> firstDecisions() {
        return List.of(
                "estimator: exact expectation, since the loss has linear predictors: "
                        + (problem.likelihood().predictors() == 1
                                ? "closed form or quadrature per row, no draws"
                                : "product quadrature up to 3 predictors per row, else 512 fixed low-discrepancy draws"),
                "driver kernel: " + kernel.name(),
                plan.decision());
    }

    Search start() {
        Position start = new Position(settings.posterior().start(kernel, problem.prior()), problem.scale());
        return Search.begin(plan.isSampled() ? Phase.SAMPLE : Phase.MODE, start, true, 0);
    }

    FitState next(FitState state, PassStatistics sums, double objective, long rows) {
        Search search = state.search();
        Evaluated accepted = search.accepted();
        NonFinite failure = sums.nonFinite();
        boolean finite = failure == null && Double.isFinite(objective);
        boolean improves = finite
                && (accepted == null
                        || objective <= accepted.objective() + ROUNDING * Math.max(1, Math.abs(accepted.objective())));
        return improves
                ? accept(state, sums, objective, rows)
                : shrink(state, objective, rows, finite ? null : failure);
    }

    private FitState accept(FitState state, PassStatistics sums, double objective, long rows) {
        Search search = state.search();
        Position position = adopt(search, sums);
        if (position == null) {
            return state.after(rows, search, info(state, objective, 0, 0, true, rows), List.of())
                    .stopped(FitStatus.DIVERGED, "the curvature at the mode is not positive definite", null);
        }
        Proposal proposal = propose(search, position, sums);
        CurvaturePairs pairs = pairs(search, position, proposal);
        Step full = Step.of(position, proposal, pairs, 1);
        double shapeGain = shapeGain(search, position, full);
        double remaining = full == null
                ? Double.POSITIVE_INFINITY
                : full.meanGain() + shapeGain + position.scale().divergenceFrom(proposal.targetScale());
        Evaluated evaluated = new Evaluated(position, objective, proposal, shapeGain, remaining);
        StepInfo info = info(state, objective, norm(proposal.ascent()), remaining, true, rows);
        Search here = new Search(
                search.phase(),
                position,
                search.stepSize(),
                search.curvatureWanted(),
                evaluated,
                pairs,
                shapeGain,
                search.restarts());
        if (search.phase() == Phase.VARIATIONAL && remaining <= limit(objective)) {
            return state.after(rows, here, info, List.of())
                    .stopped(
                            FitStatus.CONVERGED,
                            "predicted gain " + brief(remaining) + " nats is below " + brief(limit(objective)),
                            null);
        }
        boolean nearMode = search.phase() != Phase.VARIATIONAL
                && full != null
                && remaining * plan.fraction(search.phase()) <= MODE_GAIN * dimension;
        if (nearMode && full != null) {
            return state.after(rows, nextStage(search, full.position()), info, List.of());
        }
        return continueFrom(state.after(rows, here, info, List.of()), evaluated, pairs, 1, meanVariance(sums));
    }

    /** Outside the variational stage the precision is no variable of the objective and takes the curvature at once. */
    private @Nullable Position adopt(Search search, PassStatistics sums) {
        if (search.phase() == Phase.VARIATIONAL || !search.curvatureWanted()) {
            return search.trial();
        }
        GaussianPosterior moved = PosteriorFamily.move(
                search.trial().coefficients(),
                settings.posterior().targetPrecision(problem.prior(), sums.curvature()),
                1);
        return moved == null ? null : new Position(moved, search.trial().scale());
    }

    private Proposal propose(Search search, Position position, PassStatistics sums) {
        double[] ascent = problem.prior().gradient(position.coefficients().mean());
        for (int j = 0; j < ascent.length; j++) {
            ascent[j] -= sums.gradient()[j];
        }
        ScaleFactor targetScale =
                problem.likelihood().target(position.scale(), sums, plan.weight(), problem.scalePrior());
        boolean reshapes = search.phase() == Phase.VARIATIONAL && search.curvatureWanted();
        double[] target = reshapes ? settings.posterior().targetPrecision(problem.prior(), sums.curvature()) : null;
        return new Proposal(ascent, target, targetScale);
    }

    /** With a fresh full curvature old pairs only mislead; otherwise they stand for the curvature that is missing. */
    private CurvaturePairs pairs(Search search, Position position, Proposal proposal) {
        Evaluated before = search.accepted();
        boolean fresh = search.curvatureWanted() && settings.posterior() == PosteriorFamily.GAUSSIAN_FULL;
        if (before == null || fresh) {
            return CurvaturePairs.NONE;
        }
        return search.pairs()
                .with(
                        difference(
                                position.coefficients().mean(),
                                before.position().coefficients().mean()),
                        difference(before.proposal().ascent(), proposal.ascent()));
    }

    private double shapeGain(Search search, Position position, @Nullable Step full) {
        if (search.phase() != Phase.VARIATIONAL) {
            return 0;
        }
        return search.curvatureWanted() && full != null
                ? position.coefficients().divergenceInShape(full.position().coefficients())
                : search.expectedShapeGain();
    }

    private Search nextStage(Search search, Position position) {
        if (search.phase() == Phase.SAMPLE) {
            return Search.begin(Phase.MODE, position, false, 0);
        }
        Position begin =
                new Position(position.coefficients().withPrecisionScaled(plan.precisionCorrection()), position.scale());
        return Search.begin(Phase.VARIATIONAL, begin, true, 0);
    }

    /** Tries the step of that size from an evaluated position, smaller where the precision would leave its cone. */
    private FitState continueFrom(
            FitState state, Evaluated from, CurvaturePairs pairs, double stepSize, double meanVariance) {
        Search search = state.search();
        for (double size = stepSize; size >= SMALLEST_STEP; size /= 2) {
            Step step = Step.of(from.position(), from.proposal(), pairs, size);
            if (step != null) {
                double left = from.shapeGain() * Math.min(1, meanVariance * meanVariance);
                boolean curvature = curvatureWanted(search.phase(), left, from);
                Search next = new Search(
                        search.phase(), step.position(), size, curvature, from, pairs, left, search.restarts());
                return new FitState(
                        state.iteration(),
                        state.rowsVisited(),
                        next,
                        state.status(),
                        state.stopReason(),
                        state.failure(),
                        state.decisions(),
                        state.last());
            }
        }
        return state.stopped(FitStatus.DIVERGED, "no step keeps the precision positive definite", null);
    }

    private boolean curvatureWanted(Phase phase, double shapeGainLeft, Evaluated from) {
        return switch (phase) {
            case SAMPLE -> true;
            case MODE -> !plan.isSampled();
            case VARIATIONAL -> !plan.isSampled() || shapeGainLeft > 0.5 * limit(from.objective());
        };
    }

    private FitState shrink(FitState state, double objective, long rows, @Nullable NonFinite failure) {
        Search search = state.search();
        Evaluated accepted = search.accepted();
        FitState after = state.after(rows, search, info(state, objective, 0, 0, false, rows), List.of());
        if (accepted == null) {
            return restart(after, objective, failure);
        }
        if (accepted.remaining() <= 1e-9 * Math.max(1, Math.abs(accepted.objective()))) {
            return after.stopped(
                    search.phase() == Phase.VARIATIONAL ? FitStatus.CONVERGED : FitStatus.DIVERGED,
                    "no step improves the objective beyond rounding; predicted gain " + brief(accepted.remaining())
                            + " nats",
                    null);
        }
        if (search.stepSize() <= SMALLEST_STEP) {
            return search.pairs().moves().isEmpty()
                    ? after.stopped(FitStatus.DIVERGED, "no step along the gradient improves the objective", failure)
                    : continueFrom(after, accepted, CurvaturePairs.NONE, 1, 1);
        }
        return continueFrom(after, accepted, search.pairs(), search.stepSize() / 2, 1);
    }

    /** A stage whose first position is not finite begins again with a narrower posterior, which is its only remedy. */
    private FitState restart(FitState state, double objective, @Nullable NonFinite failure) {
        Search search = state.search();
        if (search.phase() != Phase.VARIATIONAL || search.restarts() >= MAX_RESTARTS) {
            return state.stopped(
                    FitStatus.DIVERGED, "the objective was " + objective + " at the first position", failure);
        }
        Position narrower = new Position(
                search.trial().coefficients().withPrecisionScaled(4),
                search.trial().scale());
        Search again = Search.begin(search.phase(), narrower, true, search.restarts() + 1);
        return new FitState(
                state.iteration(),
                state.rowsVisited(),
                again,
                state.status(),
                state.stopReason(),
                state.failure(),
                state.decisions(),
                state.last());
    }

    private double limit(double objective) {
        return settings.tolerance() * Math.min(Math.max(1, Math.abs(objective)), GAIN_PER_COEFFICIENT * dimension);
    }

    private static double meanVariance(PassStatistics sums) {
        return sums.variance() / sums.weight();
    }

    private StepInfo info(
            FitState state, double objective, double norm, double remaining, boolean accepted, long rows) {
        Search search = state.search();
        Double bound = search.phase() == Phase.VARIATIONAL ? (Double) (-objective) : null;
        return new StepInfo(
                state.iteration() + 1,
                search.phase(),
                objective,
                bound,
                norm,
                remaining,
                search.stepSize(),
                accepted,
                rows);
    }

    private static double[] difference(double[] a, double[] b) {
        double[] result = new double[a.length];
        for (int j = 0; j < a.length; j++) {
            result[j] = a[j] - b[j];
        }
        return result;
    }

    private static double norm(double[] v) {
        double sum = 0;
        for (double x : v) {
            sum += x * x;
        }
        return Math.sqrt(sum);
    }

    private static String brief(double value) {
        return String.format(java.util.Locale.ROOT, "%.2g", value);
    }
}
