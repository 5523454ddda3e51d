package io.credence.fit.stochastic;

import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.DrawEvaluator;
import io.credence.fit.EstimatorPlan;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.Phase;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.NoisyGradient;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StepGeometry;
import io.credence.fit.TaylorControlVariate;
import io.credence.fit.stochastic.StochasticState.Iterate;
import io.credence.fit.stochastic.StochasticState.SamplingPlan;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.schedule.PartitionPlan;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the gradient of a step over a minibatch. It decides which partitions and how many draws are used, and when
 * sums over all rows are recomputed.
 */
final class MinibatchGradient<Q extends Posterior> {

    /** Smallest number of steps before an expansion may be recomputed because the mean has moved away from it. */
    private static final int FEWEST_STEPS = 5;

    /** Largest share of the rows of a sample that still saves much. */
    private static final double MOST_SAMPLED = 0.25;

    private final Problem problem;
    private final FitSetup setup;
    private final SamplingSettings how;
    private final ExecutionBackend backend;
    private final EstimatorPlan estimators;
    private final StepGeometry<Q> geometry;
    private final DrawEvaluator<Q> steps;
    private final DrawEvaluator<Q> checks;
    private final boolean separates;
    private final double firstShare;
    private final long seed;
    private final int all;

    /**
     * Result of an evaluation.
     *
     * @param plan plan of the next step
     * @param rows number of rows visited, those of a new expansion included
     */
    record StepEvaluation(SamplingPlan plan, NoisyGradient gradient, long rows) {}

    /**
     * An evaluator of the gradients of one fit.
     *
     * @param geometry geometry of the fitted posterior
     * @throws IllegalArgumentException if estimator, objective, loss and posterior are incompatible, with the
     *     reason
     */
    public MinibatchGradient(FitSetup setup, EstimatorPlan estimators, StepGeometry<Q> geometry) {
        this.setup = setup;
        this.problem = setup.problem();
        this.how = setup.sampling();
        this.backend = setup.backend();
        this.estimators = estimators;
        this.geometry = geometry;
        this.seed = setup.settings().seed();
        this.all = backend.summary().partitionCount();
        estimators.requireOffered();
        this.firstShare = firstShare();
        this.separates = estimators.separatesFactors(first().isMinibatch(all) && isAnchored());
        this.steps = new DrawEvaluator<>(setup, estimators, estimators.estimator(), separates);
        GradientEstimator<? super Q> clear = estimators.leastNoisyEstimator();
        this.checks = new DrawEvaluator<>(setup, estimators, clear, separates && clear.form() == GradientForm.NONE);
        problem.requireLinearInRows(first().partitions(), all, how.minibatch().biased());
    }

    public String decision() {
        return estimators.decision(separates);
    }

    /**
     * Share of the rows that the first step reads. It is below 1 where rows are many and an expansion removes most of
     * the sampling noise.
     */
    private double firstShare() {
        boolean corrects = isAnchored() && TaylorControlVariate.order(problem.loss()) == 2;
        if (!how.minibatch().sampled() || !corrects || estimators.separatesFactors(false)) {
            return 1;
        }
        double share = NestedRowSamples.secondLevelRows(problem.loss().dimension())
                / backend.summary().rows();
        return problem.objective().isLinear() && share <= MOST_SAMPLED ? share : 1;
    }

    String minibatchDecision() {
        int count = first().partitions();
        if (firstShare < 1) {
            return String.format(
                    Locale.ROOT,
                    "minibatch: %.2g %% of the rows a step, corrected by sums over all rows",
                    100 * firstShare);
        }
        if (count == all) {
            return "minibatch: all partitions in every step";
        }
        return "minibatch: " + count + " of " + all + " partitions a step"
                + (isAnchored() ? ", corrected by sums over all rows" : ", not corrected by sums over all rows")
                + (problem.objective().isLinear() ? "" : "; their importance weights are biased");
    }

    /** Sampling plan of the first step. */
    SamplingPlan first() {
        SamplingSettings.Minibatch minibatch = how.minibatch();
        int required = minibatch.partitions() == 0 ? all : Math.min(all, minibatch.partitions());
        return new SamplingPlan(PartitionPlan.firstEpoch(seed), required, firstShare, estimators.firstDraws(), null);
    }

    /**
     * Sampling plan of the first step near the optimum, where known curvature leaves little to estimate from draws if
     * rows are many.
     */
    SamplingPlan planNearOptimum() {
        return firstShare < 1 ? first().withDraws(how.estimator().draws()) : first();
    }

    private boolean isAnchored() {
        return how.minibatch().controlVariate()
                && problem.objective().rowReduction() == null
                && TaylorControlVariate.order(problem.loss()) > 0;
    }

    /**
     * Evaluates the gradient at the iterate, after recomputing the expansion of all rows where that is due. A minibatch
     * shows little of a posterior that is still far from its optimum: until its steps are shorter than it is wide they
     * read all rows.
     */
    StepEvaluation evaluate(StochasticState state, int iteration) {
        SamplingPlan plan = state.plan();
        boolean anchored = plan.isMinibatch(all) && isAnchored();
        if (anchored && isMovingFar(state)) {
            NoisyGradient found =
                    evaluate(state.iterate(), iteration, plan.draws(), allPartitions(), RowSample.ALL, null);
            return new StepEvaluation(plan, found, found.rows());
        }
        Approximation here = state.iterate().approximation();
        TaylorControlVariate anchor = anchored ? plan.expansion() : null;
        long extra = 0;
        if (anchored && isDue(anchor, here, iteration)) {
            anchor = TaylorControlVariate.at(point(here), problem.loss(), backend, iteration);
            extra = anchor == null ? backend.summary().rows() : anchor.rows();
        }
        StepEvaluation observed = minibatch(state, iteration, anchor);
        return new StepEvaluation(observed.plan(), observed.gradient(), extra + observed.rows());
    }

    private StepEvaluation minibatch(StochasticState state, int iteration, @Nullable TaylorControlVariate anchor) {
        SamplingPlan plan = state.plan();
        PartitionPlan order = plan.order();
        int count = plan.partitions();
        NoisyGradient found;
        int empty = 0;
        do {
            order = order.withPartitionsLeft(count, all);
            RowSample sample = plan.sample(seed, iteration);
            found = evaluate(
                    state.iterate(), iteration, plan.draws(), order.nextPartitions(count, all), sample, anchor);
            order = order.afterPartitions(count);
        } while (found.rows() == 0 && ++empty < 2 * all);
        return new StepEvaluation(plan.next(order, anchor), found, found.rows());
    }

    private NoisyGradient evaluate(
            Iterate iterate,
            int iteration,
            int draws,
            int[] partitions,
            RowSample sample,
            @Nullable TaylorControlVariate anchor) {
        return steps.evaluate(
                iterate.approximation(), iteration, draws, partitions, sample, anchor, iterate.controlVariate());
    }

    private int[] allPartitions() {
        return IntStream.range(0, all).toArray();
    }

    /**
     * Whether the last step was longer than the posterior is wide. Before any step, whether the fit began far from the
     * optimum.
     */
    private boolean isMovingFar(StochasticState state) {
        Iterate.TakenStep last = state.iterate().last();
        return state.phase() == Phase.APPROACH
                && (last == null
                        ? state.stepsBefore() == 0
                        : isFarMove(
                                state.iterate().approximation().posterior(),
                                last.from().posterior().mean()));
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private boolean isFarMove(Posterior q, double[] from) {
        return geometry.squaredLength((Q) q, Vectors.difference(q.mean(), from)) > 1 + 0.1 * q.dimension();
    }

    private boolean isDue(@Nullable TaylorControlVariate anchor, Approximation here, int iteration) {
        if (anchor == null) {
            return true;
        }
        int age = iteration - anchor.iteration();
        if (age >= how.minibatch().anchorEvery()) {
            return true;
        }
        Posterior q = here.posterior();
        return age >= FEWEST_STEPS && isFarMove(q, Arrays.copyOf(anchor.anchor().point(), q.dimension()));
    }

    private double[] point(Approximation here) {
        double[] point = Arrays.copyOf(here.posterior().mean(), problem.loss().dimension());
        double[] dispersion = here.dispersion().unboundedCoordinates();
        if (dispersion.length > 0) {
            point[point.length - 1] = dispersion[0];
        }
        return point;
    }

    /** The assessment of an answer, by the least noisy estimator that the loss allows. */
    FinalAssessment<Q> assessment() {
        return new FinalAssessment<>(setup, estimators, geometry, checks);
    }

    /**
     * Plan of steps that read more.
     *
     * @param description what a step reads, and why
     */
    record LargerPlan(SamplingPlan plan, String description) {

        /** The fit, which goes on from the given state with this plan. */
        FitState appliedTo(FitState fit, StochasticState state) {
            return fit.with(state.withLarger(plan, fit.iteration()))
                    .with("step " + fit.iteration() + ": " + description);
        }
    }

    /**
     * The plan with more partitions or rows where their choice makes most of the noise; else with more draws; null
     * where no more are allowed.
     *
     * @param times factor on the number of draws that would leave as few steps as allowed
     */
    @Nullable
    LargerPlan withMoreRowsOrDraws(SamplingPlan plan, NoisyGradient found, double times) {
        double drawNoise = found.estimate() == null ? 0 : found.estimate().gradientNoise();
        boolean choice = plan.isMinibatch(all)
                && (Double.isNaN(found.subsamplingVariance()) || found.subsamplingVariance() > drawNoise);
        if (choice && plan.rowShare() < 1) {
            double share = plan.rowShare() > MOST_SAMPLED ? 1 : 2 * plan.rowShare();
            String description = String.format(
                    Locale.ROOT, "the choice of rows makes most of the noise: %.2g %% a step", 100 * share);
            return new LargerPlan(plan.withRowShare(share), description);
        }
        if (choice && how.minibatch().adaptive()) {
            int partitions = Math.min(all, 2 * plan.partitions());
            return new LargerPlan(
                    plan.withPartitions(partitions),
                    "the choice of partitions makes most of the noise: " + partitions + " a step");
        }
        return withMoreDraws(plan, times);
    }

    /** The plan with the number of draws multiplied by a power of two, at least two; null where that is not allowed. */
    @Nullable
    LargerPlan withMoreDraws(SamplingPlan plan, double times) {
        int most = how.estimator().mostDraws();
        int draws = Math.min(
                most, plan.draws() * Math.max(2, Integer.highestOneBit((int) Math.min(times, most / plan.draws()))));
        return how.estimator().adaptive() && draws > plan.draws()
                ? new LargerPlan(plan.withDraws(draws), draws + " draws a step, for less noise")
                : null;
    }

    /** Key of the limit that keeps steps of the given plan from reading more. */
    String limitOfRowsOrDraws(SamplingPlan plan) {
        String draws = how.estimator().limitKey();
        return plan.partitions() < all ? "minibatch.partitions or " + draws : draws;
    }
}
