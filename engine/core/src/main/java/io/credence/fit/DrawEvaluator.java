package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.InverseGammaEstimator;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.pass.DrawPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.SampledDrawPass;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.statistics.NonFiniteValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a problem at draws of a posterior: generates them, runs them through the rows, and turns the sums into a
 * gradient.
 */
public final class DrawEvaluator<Q extends Posterior> {

    private final Problem problem;
    private final ExecutionBackend backend;
    private final EstimatorPlan plan;
    private final GradientEstimator<? super Q> estimator;
    private final boolean factors;
    private final NormalDraws.Dependence kind;
    private final long seed;

    /**
     * An evaluator of the problem of a setup by the given estimator.
     *
     * @param estimator computes the gradient from the draws
     * @param factors whether the losses of each factor's Markov blanket are distinguished, where there is no anchor
     */
    public DrawEvaluator(FitSetup setup, EstimatorPlan plan, GradientEstimator<? super Q> estimator, boolean factors) {
        this.problem = setup.problem();
        this.backend = setup.backend();
        this.plan = plan;
        this.estimator = estimator;
        this.factors = factors;
        // What is not linear in the mean over draws has its own theory for independent draws only.
        boolean any = !problem.objective().isWeighted() && problem.objective().rowReduction() == null;
        this.kind = any ? setup.sampling().estimator().dependence() : NormalDraws.Dependence.INDEPENDENT;
        this.seed = setup.settings().seed();
    }

    /**
     * The noisy gradient of the objective at an approximation.
     *
     * @param iteration address of the draws
     * @param partitions numbers of the partitions to read
     * @param sample part of their rows to read
     * @param anchor expansion of all rows; null for none
     * @param before control variate known before the draws
     */
    public NoisyGradient evaluate(
            Approximation approximation,
            long iteration,
            int count,
            int[] partitions,
            RowSample sample,
            @Nullable TaylorControlVariate anchor,
            QuadraticControlVariate before) {
        ParameterDraws draws = ParameterDraws.of(approximation, kind, seed, iteration, count, estimator.form());
        DrawPass pass = pass(approximation, draws, anchor);
        List<DrawSums> parts = sample.isAll()
                ? backend.collect(pass, partitions)
                : backend.collect(new SampledDrawPass(pass, sample), partitions);
        DrawSums sums = merged(parts, draws);
        NonFiniteValue wrong = firstNonFinite(sums);
        if (wrong != null) {
            return NoisyGradient.ofNonFinite(sums.rows(), wrong);
        }
        double factor = backend.summary().weight() / sums.weight();
        DrawTotals totals = new DrawTotals(problem, draws, sums, factor, anchor);
        NoisyGradient observed = plan.isExpectation()
                ? gradientOfLogDensities(approximation, totals, pass, before)
                : gradientOfWeights(approximation, totals);
        int all = backend.summary().partitionCount();
        double read = sample.fraction() * partitions.length / all;
        return read == 1
                ? observed
                : observed.withSubsamplingVariance(NoisyGradient.subsamplingVariance(
                        approximation.posterior(), draws.standard(), parts, pass.form(), factor, 1 - read));
    }

    /**
     * Weights and value of the objective at draws over all rows, without gradients, which many draws would make
     * expensive to send.
     *
     * @return null where a number was not finite
     */
    @Nullable
    WeightedEvaluation weigh(Approximation approximation, long iteration, int count) {
        ParameterDraws draws = ParameterDraws.of(approximation, kind, seed, iteration, count, GradientForm.NONE);
        DrawSums sums = backend.run(new DrawPass(
                problem.loss(),
                draws.theta(),
                null,
                GradientForm.NONE,
                problem.objective().rowReduction()));
        return firstNonFinite(sums) != null
                ? null
                : WeightedEvaluation.of(new DrawTotals(problem, draws, sums, 1, null), approximation.posterior());
    }

    private DrawPass pass(Approximation approximation, ParameterDraws draws, @Nullable TaylorControlVariate anchor) {
        if (factors && anchor == null) {
            return DrawPass.ofBlankets(
                    problem.loss(), draws.theta(), approximation.gaussian().blocks());
        }
        return new DrawPass(
                problem.loss(),
                draws.theta(),
                anchor == null ? null : anchor.anchor(),
                estimator.form(),
                problem.objective().rowReduction());
    }

    private static DrawSums merged(List<DrawSums> parts, ParameterDraws draws) {
        DrawSums sums = new DrawSums(draws.count(), parts.get(0).gradients().length);
        parts.forEach(sums::merge);
        return sums;
    }

    /**
     * The first number that is not finite, or null. An infinite loss of a draw is a weight of zero where draws are
     * weighed by their importance.
     */
    private @Nullable NonFiniteValue firstNonFinite(DrawSums sums) {
        NonFiniteValue wrong = sums.firstNonFinite();
        if (wrong != null && problem.objective().isWeighted() && wrong.value() == Double.POSITIVE_INFINITY) {
            wrong = null;
        }
        return wrong == null && sums.weight() == 0 ? new NonFiniteValue("weight of the minibatch", -1, 0, 0) : wrong;
    }

    private NoisyGradient gradientOfWeights(Approximation approximation, DrawTotals totals) {
        Q q = asFamily(approximation.posterior());
        WeightedEvaluation weighed = WeightedEvaluation.of(totals, q);
        String wrong = weighed.nonFiniteObjective();
        long rows = totals.sums().rows();
        if (wrong != null) {
            return NoisyGradient.ofNonFinite(
                    rows, new NonFiniteValue(wrong, -1, -1, weighed.weights().value()));
        }
        boolean byValues = estimator.form() == GradientForm.NONE;
        EvaluatedDraws drawn = weighed.evaluatedDraws(q, byValues);
        GradientEstimator<? super Q> chosen = drawn.gradients().length == 0 ? plan.scoreEstimator() : estimator;
        Estimate estimate = chosen.estimate(drawn, q, plan.variates().zero(q))
                .withValue(-weighed.weights().value(), weighed.valueVariance());
        return new NoisyGradient(drawn, estimate, new double[0], weighed.effectiveDraws(drawn), Double.NaN, rows, null);
    }

    @SuppressWarnings("unchecked") // a fit keeps to the family of its start
    private Q asFamily(Posterior posterior) {
        return (Q) posterior;
    }

    private NoisyGradient gradientOfLogDensities(
            Approximation approximation, DrawTotals totals, DrawPass pass, QuadraticControlVariate before) {
        EvaluatedDraws drawn = pass.factors() == null
                ? totals.logDensities(estimator.form())
                : totals.logDensities(approximation.gaussian().blocks());
        long rows = totals.sums().rows();
        int count = drawn.count();
        Q q = asFamily(approximation.posterior());
        double[] scales = totals.draws().dispersionDraws();
        if (scales.length == 0) {
            Estimate estimate = estimator.estimate(drawn, q, before);
            return new NoisyGradient(drawn, estimate, new double[0], count, 0, rows, null);
        }
        InverseGamma factor = (InverseGamma) approximation.dispersion();
        double[] prior = {
            factor.shape() - problem.dispersionPrior().shape(),
            factor.scale() - problem.dispersionPrior().scale()
        };
        double[] known = InverseGammaEstimator.controlVariate(factor, scales, prior);
        double[] values = drawn.values().clone();
        for (int s = 0; s < values.length; s++) {
            values[s] -= known[s];
        }
        EvaluatedDraws rest = new EvaluatedDraws(drawn.standardDraws(), values, drawn.gradients());
        Estimate estimate = estimator.estimate(rest, q, before);
        double[] left = estimator.residuals(rest, approximation.gaussian(), before);
        double[] natural = InverseGammaEstimator.naturalGradient(factor, scales, drawn, left, prior);
        return new NoisyGradient(rest, estimate, natural, count, 0, rows, null);
    }
}
