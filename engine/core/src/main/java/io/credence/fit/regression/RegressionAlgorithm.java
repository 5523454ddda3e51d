package io.credence.fit.regression;

import io.credence.data.DataSummary;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FinalAssessment;
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
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.optimize.BfgsSearch;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.NormalDraws;
import io.credence.statistics.NonFiniteValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fits a Gaussian to the ELBO by Newton steps whose gradient and curvature come from a regression of gradients on draws
 * (Salimans and Knowles 2013). Steps have 8 to 512 draws and read ever more of the rows. The fit ends when means and
 * standard deviations stand still, the largest of their Monte-Carlo errors is small, and an assessment over all rows
 * with fresh draws confirms it.
 */
public final class RegressionAlgorithm implements Algorithm {

    /**
     * Largest number of steps on a sample of the rows. After them the next level follows even if moves are still long.
     */
    private static final int MOST_STEPS_OF_SAMPLE = 6;
    /**
     * Negligible move of a mean or log standard deviation, or contradiction of gradients, before the optimum is near.
     */
    private static final double LOOSE_MOVE = 0.3;

    private final Problem problem;
    private final FitSettings settings;
    private final NestedRowSamples levels;
    private final boolean curved;
    private final DataSummary data;
    private final DenseKernel kernel;
    private final LogJoint density;
    private final RegressionAssessment answer;
    private final GaussianPosterior start;
    private final int d;
    private final double error;

    /**
     * A fit of the problem of a setup on the given levels of rows.
     *
     * @param setup parts of the fit, with the largest Monte-Carlo error of an answer
     * @param levels nested samples of the rows; a fit that begins from another algorithm's state begins on the
     *     first
     * @param curved whether second derivatives of the loss are taken instead of the regression
     * @throws IllegalArgumentException if the parts are incompatible, with the reason
     */
    public RegressionAlgorithm(FitSetup setup, NestedRowSamples levels, boolean curved) {
        Posterior begin = setup.initialPosterior();
        String refusal = setup.problem().regressionRefusal(begin);
        GaussianPosterior gaussian = begin.gaussian();
        if (refusal != null || gaussian == null) {
            throw new IllegalArgumentException("the regression of gradients on draws requires " + refusal);
        }
        this.start = gaussian;
        this.problem = setup.problem();
        this.settings = setup.settings();
        this.levels = levels;
        this.curved = curved;
        this.data = setup.backend().summary();
        this.kernel = setup.kernel();
        this.density = new LogJoint(problem, setup.backend());
        this.answer = new RegressionAssessment(setup, levels, density, start);
        this.d = start.dimension();
        this.error = setup.sampling().stop().mcse();
    }

    @Override
    public FitState init() {
        return FitState.initial(first(start), decisions());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return before.continueWith(first(StartingGaussians.asGaussian(from, kernel)), decisions());
    }

    private RegressionState first(GaussianPosterior from) {
        return RegressionState.begin(
                0, new Approximation(start.projectionOf(from), problem.dispersion()), levels.firstDraws(), curved);
    }

    private List<String> decisions() {
        return List.of(
                (curved ? "estimator: gradients and second derivatives at " : "estimator: regression of gradients on ")
                        + levels.firstDraws() + " draws a step, up to " + RegressionAssessment.MOST_DRAWS,
                levels.decision(),
                "driver kernel: " + kernel.name(),
                "objective: " + problem.objective().name() + ", posterior " + start.family());
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        RegressionState state = (RegressionState) fit.algorithmState();
        BfgsSearch polish = state.fixedDrawSearch();
        return stopIfExhausted(polish == null ? freshDrawStep(fit, state) : answer.fixedDrawStep(fit, state, polish));
    }

    private FitState freshDrawStep(FitState fit, RegressionState state) {
        int iteration = fit.iteration() + 1;
        NormalDraws standard =
                new NormalDraws(settings.seed(), iteration, state.draws(), d, NormalDraws.Dependence.ANTITHETIC);
        double[] epsilon = standard.matrix();
        double[] points = WhitenedFrame.of(state.q()).draws(epsilon);
        RowSample sample = levels.sample(state.level());
        LogJoint.LogJointValues found = state.curvatureEstimates().usesHessians()
                ? density.evaluateWithHessianAt(points, sample, standard.stepSeed())
                : density.evaluateAt(points, sample, standard.stepSeed());
        if (!found.areFinite()) {
            return retreat(
                    fit.withStep(found.rows(), stepInfo(iteration, state, found, null, null, false)), state, found);
        }
        if (state.curvatureEstimates().usesHessians() && !found.hasHessian()) {
            return continueByRegression(
                    fit.withStep(found.rows(), stepInfo(iteration, state, found, null, null, false)),
                    state,
                    "second derivatives are no numbers");
        }
        ElboEstimate bound =
                ElboEstimate.of(state.q(), state.curvatureEstimates().hessian(), epsilon, found.values());
        RecentDraws history =
                state.curvatureEstimates().history().with(RecentDraws.Batch.of(state.q(), epsilon, points, found), d);
        RegressionState observed = state.withHistory(history);
        boolean rejected = bound.isWorseThan(state.acceptedGaussian());
        RegressionState.AcceptedGaussian good = state.acceptedGaussian();
        if (rejected && good != null && state.stepLimits().areLeast()) {
            // The bound of the Gaussian before may have been too good, by its noise: fresh draws estimate it anew.
            return fit.withStep(found.rows(), stepInfo(iteration, state, found, bound, null, true))
                    .with(observed.withGaussian(good.q(), state.stepLimits(), null));
        }
        RegressionState from = rejected && good != null
                ? observed.withGaussian(good.q(), state.stepLimits().afterRejection(), good)
                : observed.withGaussian(
                        state.q(),
                        state.stepLimits().afterAcceptance(d),
                        new RegressionState.AcceptedGaussian(state.q(), bound.elbo(), bound.error()));
        return afterDraws(
                fit, state, from, found, bound, rejected, history.batches().size() > 1);
    }

    private FitState afterDraws(
            FitState fit,
            RegressionState state,
            RegressionState from,
            LogJoint.LogJointValues found,
            @Nullable ElboEstimate bound,
            boolean rejected,
            boolean fresh) {
        WhitenedFrame units = WhitenedFrame.of(from.q());
        RegressionEstimate estimate = RegressionEstimate.at(units, from.curvatureEstimates(), fresh);
        RegressionStep step = RegressionStep.from(units, estimate, from.stepLimits(), rejected);
        StepInfo info = stepInfo(fit.iteration() + 1, state, found, bound, step, rejected);
        FitState next = fit.withStep(found.rows(), info);
        boolean still = isStill(state, estimate, step) && !rejected;
        GaussianPosterior q = step.q();
        if (q == null) {
            return next.with(from.withDraws(Math.min(RegressionAssessment.MOST_DRAWS, 2 * from.draws())));
        }
        RegressionState there = from.afterStep(
                step, q, estimate.scores(), still ? state.counts().settled() + 1 : 0);
        if (estimate.doubt() > (still ? error : LOOSE_MOVE)
                && !rejected
                && there.curvatureEstimates().history().count() >= 4 * NestedRowSamples.FEW_DRAWS) {
            return continueByRegression(next, there, "gradients contradict the second derivatives");
        }
        return levels.isLast(state.level()) ? answer.nextState(next, there, estimate, step) : onNextLevel(next, there);
    }

    /** Whether the last step was short enough, and the estimate certain enough, for its level. */
    private boolean isStill(RegressionState state, RegressionEstimate estimate, RegressionStep step) {
        boolean last = levels.isLast(state.level());
        double move = last ? 1.5 * error : LOOSE_MOVE;
        boolean still = step.meanMove() < move && step.sdMove() < move;
        boolean calm = step.isWhole() && step.stepLimits().momentum() < LOOSE_MOVE;
        return still
                && (!last
                        || (calm
                                && state.counts().taken() > 0
                                && estimate.errors().isWithin(error)));
    }

    /**
     * The state that continues by regression. Gradients contradict the second derivatives, as they do where slopes
     * jump.
     */
    private FitState continueByRegression(FitState fit, RegressionState state, String why) {
        RegressionState next = RegressionState.begin(state.level(), state.approximation(), levels.firstDraws(), false);
        return fit.with(next)
                .with("step " + fit.iteration() + ": " + why + ": gradients are regressed on draws instead");
    }

    /** The state on the next level once steps have loosely settled, else on the same level. */
    private FitState onNextLevel(FitState fit, RegressionState state) {
        if (state.counts().settled() == 0 && state.counts().taken() < MOST_STEPS_OF_SAMPLE) {
            return fit.with(state);
        }
        int level = state.level() + 1;
        double times =
                levels.sample(level).fraction() / levels.sample(state.level()).fraction();
        GaussianPosterior q = StartingGaussians.withRowPrecisionScaled(
                state.q(), problem.prior().normalPrior(), times);
        RegressionState next = RegressionState.begin(
                        level,
                        state.withGaussian(q),
                        levels.firstDraws(),
                        state.curvatureEstimates().usesHessians())
                .withGaussian(q, StepLimits.firstOfLevel(times, d), null);
        return fit.with(next)
                .with(String.format(
                        Locale.ROOT,
                        "step %d: goes on with %.3g %% of the rows",
                        fit.iteration(),
                        100 * levels.sample(level).fraction()));
    }

    private FitState retreat(FitState fit, RegressionState state, LogJoint.LogJointValues found) {
        NonFiniteValue wrong = found.nonFinite();
        if (state.counts().retreats().isExhausted()) {
            return fit.stopped(FitStatus.DIVERGED, "no shorter step keeps the log density finite", wrong);
        }
        RegressionState.AcceptedGaussian good = state.acceptedGaussian();
        if (good == null || state.curvatureEstimates().history().isEmpty()) {
            return fit.with(state.narrower());
        }
        RegressionState back = state.withGaussian(good.q(), state.stepLimits().afterRejection(), good)
                .retreated();
        WhitenedFrame units = WhitenedFrame.of(back.q());
        RegressionEstimate estimate = RegressionEstimate.at(units, back.curvatureEstimates(), false);
        RegressionStep step = RegressionStep.from(units, estimate, back.stepLimits(), true);
        GaussianPosterior q = step.q();
        return fit.with(
                q == null
                        ? back
                        : back.afterStep(step, q, back.curvatureEstimates().scores(), 0));
    }

    /** The state, stopped with the best answer so far if the budget is exhausted. */
    private FitState stopIfExhausted(FitState fit) {
        RegressionState state = (RegressionState) fit.algorithmState();
        String spent = settings.budget().exhaustedLimit(fit.iteration(), fit.rowsVisited(), data.rows());
        return fit.isRunning() && spent != null ? answer.stopUnconverged(fit, state, spent) : fit;
    }

    private StepInfo stepInfo(
            int iteration,
            RegressionState state,
            LogJoint.LogJointValues found,
            @Nullable ElboEstimate bound,
            @Nullable RegressionStep step,
            boolean rejected) {
        boolean last = levels.isLast(state.level());
        return new StepInfo(
                iteration,
                last ? Phase.APPROACH : Phase.SAMPLE,
                new ObjectiveProgress(
                        bound == null ? Double.NaN : -bound.elbo(),
                        bound != null && last ? (Double) bound.elbo() : null,
                        Double.NaN,
                        step == null ? Double.NaN : step.gain()),
                step == null ? 0 : state.stepLimits().share(),
                bound != null && !rejected,
                found.rows(),
                state.draws());
    }

    @Override
    public FitResult result(FitState fit) {
        RegressionState state = (RegressionState) fit.algorithmState();
        return AssessedAnswer.result(fit, problem, data.rows(), state.outcome(), state.draws());
    }

    /**
     * Estimate of the evidence lower bound of a Gaussian from log densities at its draws.
     *
     * @param elbo bound, nats; over the rows of a sample where only these are read
     * @param error Monte-Carlo standard error of the bound
     */
    record ElboEstimate(double elbo, double error) {

        /**
         * Estimates the bound, with the quadratic known before the draws as control variate.
         *
         * @param hessian second derivatives of the quadratic, in the parameters
         * @param epsilon standard normal numbers of the draws, in pairs of opposite sign, n × d
         * @param values log densities at the draws
         */
        static ElboEstimate of(GaussianPosterior q, double[] hessian, double[] epsilon, double[] values) {
            int d = q.dimension();
            WhitenedFrame units = WhitenedFrame.of(q);
            double[] known = units.curvature(hessian);
            double[] bent = Products.times(units.kernel(), epsilon, values.length, d, known, d);
            double[] left = values.clone();
            double trace = 0;
            for (int at = 0; at < epsilon.length; at++) {
                left[at / d] -= 0.5 * epsilon[at] * bent[at];
            }
            for (int j = 0; j < d; j++) {
                trace += known[j * d + j];
            }
            int pairs = left.length / 2;
            double mean = 0;
            double squares = 0;
            for (int p = 0; p < pairs; p++) {
                double pair = 0.5 * (left[2 * p] + left[2 * p + 1]);
                double deviation = pair - mean;
                mean += deviation / (p + 1);
                squares += deviation * (pair - mean);
            }
            double entropy = 0.5 * (d * (1 + Math.log(2 * Math.PI)) - q.logDeterminantPrecision());
            return new ElboEstimate(mean + 0.5 * trace + entropy, Math.sqrt(squares / (pairs - 1) / pairs));
        }

        /**
         * Whether the bound is worse than another by more than the noise. The noise of a far worse bound is large itself
         * and shows nothing.
         */
        boolean isWorseThan(RegressionState.@Nullable AcceptedGaussian good) {
            if (good == null) {
                return false;
            }
            double noise = Math.hypot(Math.min(error, 2 * good.error()), good.error());
            return elbo < good.elbo() - FinalAssessment.ERRORS * noise - FinalAssessment.SLACK;
        }
    }
}
