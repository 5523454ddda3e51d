package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Vectors;
import io.credence.optimize.RestartCount;
import java.util.Arrays;
import java.util.Objects;

/**
 * Builds and updates the quadratic control variate of a fit by draws. It is a quadratic approximation of log p around a
 * Gaussian where draws estimate an expected log density, and zero elsewhere.
 */
public final class ControlVariateBuilder {

    private final Problem problem;
    private final EstimatorPlan plan;
    private final ControlVariate variate;
    private final boolean natural;

    ControlVariateBuilder(FitSetup setup, EstimatorPlan plan) {
        this.problem = setup.problem();
        this.plan = plan;
        this.variate = plan.variate();
        this.natural = setup.sampling().update().isNatural();
    }

    /**
     * Blocks of the control variate's curvature: one full block where that is cheap, else the given ones. Entries that
     * the blocks leave out are noise.
     */
    private Blocks blocks(Blocks own) {
        boolean whole = variate == ControlVariate.QUADRATIC
                && !plan.isSummedByExecutors()
                && own.dimension() <= TaylorControlVariate.MOST_CURVED;
        return whole ? Blocks.full(own.dimension()) : own;
    }

    /** The zero control variate, for a posterior at which nothing has been evaluated. */
    public QuadraticControlVariate zero(Posterior q) {
        GaussianPosterior gaussian = q.gaussian();
        return QuadraticControlVariate.zero(
                gaussian == null ? Blocks.diagonal(q.dimension()) : blocks(gaussian.blocks()));
    }

    /** The control variate of the first step, for a start near the optimum: zero unless steps use a quadratic. */
    public QuadraticControlVariate atStart(Posterior q) {
        return variate == ControlVariate.QUADRATIC ? atOptimum(q) : zero(q);
    }

    /**
     * Whether the constant control variates are still to be estimated from draws. Without them a step would be all of
     * log p times the noise of its scores.
     */
    public boolean lacksConstants(QuadraticControlVariate known) {
        return variate == ControlVariate.CONSTANT
                && Arrays.stream(known.slope()).allMatch(c -> c == 0);
    }

    /**
     * Quadratic approximation of log p that holds if {@code at} is the optimum, known without an evaluation. Its
     * gradient is g = ∇_μ D and its curvature H = N − κP ({@link NaturalTarget}).
     */
    public QuadraticControlVariate atOptimum(Posterior at) {
        GaussianPosterior q = at.gaussian();
        if (!plan.isExpectation() || q == null) {
            return zero(at);
        }
        Blocks blocks = blocks(q.blocks());
        Divergence.DivergenceGradient slope = problem.closedGradient(q);
        double[] own = NaturalTarget.impliedCurvature(q, slope);
        return new QuadraticControlVariate(
                blocks,
                slope.meanGradient(),
                q.blocks().equals(blocks) ? own : q.blocks().toPackedTriangle(own));
    }

    /**
     * The control variate after a step.
     *
     * @param before control variate at {@code from}
     * @param found evaluation at draws of {@code from}
     */
    public QuadraticControlVariate afterStep(
            Approximation from, QuadraticControlVariate before, Approximation to, NoisyGradient found, int draws) {
        if (variate == ControlVariate.NONE) {
            return zero(from.posterior());
        }
        GaussianPosterior q = from.gaussian();
        if (variate == ControlVariate.CONSTANT) {
            return ConstantVariateEstimator.estimateConstants(Objects.requireNonNull(found.evaluatedDraws()), q);
        }
        GaussianPosterior next = to.gaussian();
        Estimate estimate = Objects.requireNonNull(found.estimate());
        boolean implied = natural && before.blocks().equals(q.blocks());
        double fresh = 1 / (1 + plan.relativeNoise(before.blocks(), draws));
        QuadraticControlVariate observed = implied
                ? new QuadraticControlVariate(
                        before.blocks(),
                        estimate.gradient(),
                        NaturalTarget.impliedCurvature(next, problem.closedGradient(next)))
                : before.withAveragedCurvature(
                        estimate, Objects.requireNonNull(found.evaluatedDraws()), q, next, fresh);
        double ofSlope = plan.isReparameterized() ? 0 : 2 * (q.dimension() + 1.0) / draws;
        return observed.withSlope(before.slope(), estimate.gradient(), ofSlope)
                .recentred(Vectors.difference(next.mean(), q.mean()));
    }

    /** The control variate after one more evaluation of the same posterior. */
    QuadraticControlVariate sharpened(QuadraticControlVariate before, Estimate observed, int draws) {
        if (!plan.isExpectation()) {
            return before;
        }
        double fresh = 1 / (1 + plan.relativeNoise(before.blocks(), draws));
        double[] curvature = before.curvature().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] += fresh * (observed.wholeCurvature()[e] - curvature[e]);
        }
        return new QuadraticControlVariate(before.blocks(), observed.gradient(), curvature);
    }

    /**
     * Whether the posterior is too wide to step from: a few draws dominate the variance, as under a wide prior and an
     * exponential link.
     */
    public boolean isTooWide(Approximation here, QuadraticControlVariate known, NoisyGradient found) {
        if (!plan.isExpectation()) {
            return false;
        }
        EvaluatedDraws drawn = Objects.requireNonNull(found.evaluatedDraws());
        GaussianPosterior q = here.gaussian();
        double[] left = known.residuals(drawn, q);
        double spread = Objects.requireNonNull(found.estimate()).valueVariance() * drawn.count();
        return RestartCount.isDominatedByTails(spread, q.dimension()) && drawn.isDominatedByFew(left);
    }
}
