package io.credence.fit.stochastic;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.ConvergenceMonitor;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.EstimatorPlan;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.NoisyGradient;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.StartingGaussians;
import io.credence.fit.StepGeometry;
import io.credence.fit.stochastic.MinibatchGradient.LargerPlan;
import io.credence.fit.stochastic.StochasticState.Iterate;
import io.credence.fit.stochastic.StochasticState.SamplingPlan;
import io.credence.fit.stochastic.StochasticState.StepLevel;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Vectors;
import io.credence.schedule.SmoothedBound;
import io.credence.statistics.NonFiniteValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fits a posterior of any family to any objective through draws. Each step evaluates the objective at draws of the
 * current posterior over a minibatch of partitions, estimates its gradient and moves along it. Its answer is the
 * average of stationary iterates, once an assessment over all rows has confirmed it.
 */
public final class StochasticAlgorithm<Q extends Posterior> implements Algorithm {

    private final FitSetup setup;
    private final Problem problem;
    private final Q start;
    private final MinibatchGradient<Q> evaluator;
    private final StepGeometry<Q> geometry;
    private final EstimatorPlan plan;
    private final StochasticUpdate<Q> updater;
    private final FinalAssessment<Q> assessment;
    private final ConvergenceMonitor monitor;
    private final WatchedNumbers numbers;

    /**
     * A fit that begins at {@code start}.
     *
     * @throws IllegalArgumentException if the parts are incompatible, with the reason
     */
    public StochasticAlgorithm(FitSetup setup, Q start) {
        this.setup = setup;
        this.problem = setup.problem();
        this.start = start;
        this.plan = new EstimatorPlan(setup, start);
        this.geometry = StepGeometry.of(setup, plan, start);
        problem.requireFit(start, start.gaussian() != null && updates().isNatural());
        geometry.rule(start);
        problem.closedValue(new Approximation(start, problem.dispersion()));
        this.evaluator = new MinibatchGradient<>(setup, plan, geometry);
        this.updater = new StochasticUpdate<>(problem, geometry, plan.variates(), updates());
        this.assessment = evaluator.assessment();
        this.monitor = new ConvergenceMonitor(setup.sampling().stop(), updates());
        this.numbers = new WatchedNumbers(problem.prior().dimension());
    }

    /**
     * A fit that begins at the posterior around the prior.
     *
     * @throws IllegalArgumentException if the parts are incompatible, with the reason
     */
    public static StochasticAlgorithm<?> of(FitSetup setup) {
        return new StochasticAlgorithm<>(setup, setup.initialPosterior());
    }

    private SamplingSettings.Update updates() {
        return setup.sampling().update();
    }

    @Override
    public FitState init() {
        return FitState.initial(begin(0, start, plan.variates().zero(start)), decisions());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        Q near = memberNear(from);
        return before.continueWith(
                begin(before.iteration(), near, plan.variates().atStart(near)), decisions());
    }

    /**
     * The given posterior where it is of the fitted family, else the member of the family around its mean and
     * covariance.
     */
    private Q memberNear(Posterior from) {
        GaussianPosterior gaussian = start.gaussian();
        if (gaussian != null) {
            return asFamily(gaussian.projectionOf(StartingGaussians.asGaussian(from, setup.kernel())));
        }
        boolean same = from.getClass() == start.getClass() && from.parameterCount() == start.parameterCount();
        return asFamily(
                same ? from : setup.posteriorStart().around(StartingGaussians.asGaussian(from, setup.kernel())));
    }

    private StochasticState begin(int begun, Q at, QuadraticControlVariate known) {
        Iterate first = Iterate.firstIterate(new Approximation(at, problem.dispersion()), known);
        return StochasticState.initial(begun, first, begun == 0 ? evaluator.first() : evaluator.planNearOptimum());
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q asFamily(Posterior posterior) {
        return (Q) posterior;
    }

    private Q here(StochasticState state) {
        return asFamily(state.iterate().approximation().posterior());
    }

    private List<String> decisions() {
        return List.of(
                evaluator.decision(),
                "driver kernel: " + setup.kernel().name(),
                evaluator.minibatchDecision(),
                "objective: " + problem.objective().name() + ", posterior " + start.family());
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        int iteration = fit.iteration() + 1;
        StochasticState state = (StochasticState) fit.algorithmState();
        MinibatchGradient.StepEvaluation observation = evaluator.evaluate(state, iteration);
        StochasticState observed = state.with(observation.plan());
        NoisyGradient found = observation.gradient();
        if (found.nonFinite() != null || !found.isFinite()) {
            StepInfo info = stepInfo(iteration, observed, found, null, 0, observation.rows());
            return retreat(fit.withStep(observation.rows(), info).with(observed), observed, found.nonFinite());
        }
        double bound = bound(observed.iterate().approximation(), found);
        StochasticState moved = observed.with(updater.step(observed, found, iteration));
        Iterate.TakenStep last = moved.iterate().last();
        double taken = last == null ? 0 : last.stepSize();
        FitState next = fit.withStep(
                observation.rows(), stepInfo(iteration, observed, found, bound, taken, observation.rows()));
        return setup.sampling().stop().rule() == StopRule.PATIENCE
                ? checkPatience(next, observed, moved, bound)
                : nextState(next, moved, found, bound);
    }

    /**
     * The state after a number that was not finite. NaN ends the fit. An infinite number shows that the step was too
     * long, or the start too wide, and is followed by a shorter step.
     */
    private FitState retreat(FitState fit, StochasticState state, @Nullable NonFiniteValue wrong) {
        if (wrong != null && Double.isNaN(wrong.value())) {
            return fit.stopped(FitStatus.DIVERGED, "a number was not a number", wrong);
        }
        Iterate shorter = state.iterate().retakes().isExhausted() ? null : updater.retakenShorter(state.iterate());
        return shorter == null
                ? fit.stopped(FitStatus.DIVERGED, "no shorter step keeps the loss finite", wrong)
                : stopIfExhausted(fit.with(state.with(shorter)));
    }

    /** Minus the objective at the approximation, including the part that draws estimate. */
    private double bound(Approximation here, NoisyGradient found) {
        Estimate estimate = found.estimate();
        return (estimate == null ? Double.NaN : estimate.value()) - problem.closedValue(here);
    }

    private FitState checkPatience(FitState fit, StochasticState observed, StochasticState moved, double value) {
        SmoothedBound bound =
                observed.smoothedBound().with(value, setup.sampling().stop().window());
        Approximation kept = observed.bestApproximation();
        Approximation holder =
                bound.isBest() || kept == null ? observed.iterate().approximation() : kept;
        StochasticState next = moved.with(bound, holder);
        if (bound.stepsSinceBest() < setup.sampling().stop().patience()) {
            return stopIfExhausted(fit.with(next));
        }
        String reason = "no better smoothed bound in " + setup.sampling().stop().patience() + " steps";
        FinalAssessment.AssessmentResult found = assess(fit, next, holder);
        FitState there = withAnswer(found, fit, next, Double.NaN, Double.NaN);
        String doubt = found.doubt();
        return doubt == null
                ? there.stopped(FitStatus.CONVERGED, reason, null)
                : there.stopped(
                        FitStatus.BUDGET,
                        reason + ", but " + doubt + ": smaller update.stepSize or more estimator.draws may help",
                        null);
    }

    /** The state with the assessed approximation as its answer. */
    private FitState assessed(FitState fit, StochasticState state, Approximation answer) {
        return withAnswer(assess(fit, state, answer), fit, state, Double.NaN, Double.NaN);
    }

    private static FitState withAnswer(
            FinalAssessment.AssessmentResult found, FitState fit, StochasticState state, double rhat, double mcse) {
        return fit.withRowsVisited(found.rows()).with(state.with(found.toAnswer(rhat, mcse)));
    }

    private FinalAssessment.AssessmentResult assess(FitState fit, StochasticState state, Approximation answer) {
        SamplingPlan plan = state.plan();
        return assessment.assess(answer, fit.iteration(), plan.draws(), plan.rowShare() < 1);
    }

    private FitState nextState(FitState fit, StochasticState moved, NoisyGradient found, double bound) {
        StochasticState counted = moved.withWatched(numbers, bound);
        Estimate estimate = found.estimate();
        boolean averaged = plan.isExpectation() && updates().isNatural();
        double noise = averaged && estimate != null ? estimate.curvatureNoise() : 0;
        ConvergenceMonitor.Verdict verdict =
                monitor.assess(counted.phase(), counted.course().iterates(), noise, 1);
        FitState next = fit.with(counted);
        return switch (verdict.advice()) {
            case GO_ON -> stopIfExhausted(next);
            case AVERAGE -> stopIfExhausted(next.with(counted.startAveraging()));
            case APPROACH -> stopIfExhausted(next.with(counted.resumeApproach()));
            case LOWER_STEP -> stopIfExhausted(withLowerStepSize(next, counted));
            case READ_MORE -> {
                LargerPlan larger = evaluator.withMoreRowsOrDraws(counted.plan(), found, verdict.patienceRatio());
                yield stopIfExhausted(larger == null ? next : larger.appliedTo(next, counted));
            }
            case ANSWER -> confirmAnswer(next, counted, found, verdict);
        };
    }

    private FitState withLowerStepSize(FitState fit, StochasticState state) {
        StepLevel lower = state.stepLevel().lowered(fit.iteration());
        return fit.with(state.restartFromAverage(lower))
                .with(ConvergenceMonitor.loweredStepDecision(fit.iteration(), lower.share()));
    }

    private FitState confirmAnswer(
            FitState fit, StochasticState state, NoisyGradient found, ConvergenceMonitor.Verdict verdict) {
        Approximation average =
                state.course().average().approximation(state.iterate().approximation());
        FinalAssessment.AssessmentResult answer = assess(fit, state, average);
        FitState assessed = withAnswer(answer, fit, state, verdict.rhat(), verdict.mcse());
        if (answer.isOptimal()) {
            return assessed.stopped(FitStatus.CONVERGED, verdict.reason(), null);
        }
        FitState onward = assessed.with("step " + fit.iteration() + ": of the average " + answer.doubt());
        Estimate estimate = found.estimate();
        // Iterates that stand still with much to gain do so because their steps overshoot, however noisy they are.
        boolean noisy = estimate != null
                && answer.gain() < geometry.freedom(here(state))
                && estimate.gradientNoise() + estimate.curvatureNoise() > answer.gain();
        Iterate.TakenStep last = state.iterate().last();
        StepLevel level = state.stepLevel();
        // An average as well known as is asked may promise this much by chance
        double byChance = setup.sampling().stop().negligibleGain() * geometry.freedom(here(state));
        boolean chance = answer.gain() > 0 && answer.gain() <= byChance;
        StepLevel lower = updates().isScheduled()
                ? level
                : level.afterRefusal(answer.gain(), fit.iteration(), last == null || chance ? 0 : last.stepSize());
        LargerPlan larger = noisy ? evaluator.withMoreDraws(state.plan(), 2) : null;
        if (larger == null && lower.isRefusedForGood()) {
            larger = evaluator.withMoreRowsOrDraws(state.plan(), found, 2);
        }
        if (larger != null) {
            return stopIfExhausted(larger.appliedTo(onward, state.restartFromAverage(level)));
        }
        return lower.isRefusedForGood()
                ? onward.stopped(FitStatus.BUDGET, refusalReason(state.plan(), answer), null)
                : stopIfExhausted(onward.with(state.restartFromAverage(lower)));
    }

    /** Why a fit ends of which no average is accepted, and what may help. */
    private String refusalReason(SamplingPlan last, FinalAssessment.AssessmentResult answer) {
        return "the averages of the iterates are refused, also of shorter steps: " + answer.doubt()
                + (plan.isExpectation() ? "" : "; weights of " + last.draws() + " draws a step are biased")
                + "; more steps are not expected to cure that, a larger " + evaluator.limitOfRowsOrDraws(last) + " may";
    }

    /** The state, stopped with the best answer so far if the budget is exhausted. */
    private FitState stopIfExhausted(FitState fit) {
        StochasticState state = (StochasticState) fit.algorithmState();
        if (!fit.isRunning()) {
            return fit;
        }
        String spent = setup.exhaustedLimit(fit, state.stepsBefore());
        if (spent == null) {
            return fit;
        }
        return assessed(fit, state, state.best()).stopped(FitStatus.BUDGET, spent, null);
    }

    private StepInfo stepInfo(
            int iteration,
            StochasticState state,
            NoisyGradient found,
            @Nullable Double bound,
            double stepSize,
            long rows) {
        Q q = here(state);
        Estimate estimate = found.estimate();
        return new StepInfo(
                iteration,
                state.phase(),
                new ObjectiveProgress(
                        bound == null ? Double.NaN : -bound,
                        problem.isElbo(q) ? bound : null,
                        estimate == null ? Double.NaN : Vectors.norm(geometry.ascent(q, estimate)),
                        Double.NaN),
                stepSize,
                bound != null,
                rows,
                state.plan().draws());
    }

    @Override
    public FitResult result(FitState fit) {
        StochasticState state = (StochasticState) fit.algorithmState();
        return AssessedAnswer.result(
                fit,
                problem,
                setup.backend().summary().rows(),
                state.outcome(),
                state.plan().draws());
    }
}
