package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.fit.MonteCarloSettings.ControlVariate;
import io.credence.fit.NaturalTarget.Metric;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.Drawn;
import io.credence.gradient.GradientEstimator;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.gradient.ScoreEstimator;
import io.credence.linalg.Vectors;
import io.credence.optimize.Backoff;
import io.credence.random.NormalDraws;
import io.credence.statistics.DrawSums;
import io.credence.update.Direction;
import io.credence.update.FirstOrderSteps;
import io.credence.update.UpdateRule;
import java.util.List;
import java.util.Objects;

/**
 * Gaussians: natural gradients in (P, Pμ), the divergence in closed form where the objective has one, and a quadratic control
 * variate where what draws tell is an expected log density.
 */
final class GaussianGeometry implements Geometry<GaussianPosterior> {

    /** Variance of log p per parameter, nats², that is no reason to call a posterior too wide. */
    private static final double WIDE = 100;
    /** How much worse the noise of a few large draws may be than it looks. */
    private static final double CAUTION = 2;
    /** Gain, besides one nat for each parameter, above which the optimum is far. */
    private static final double FAR = 4;
    /** Most parameters for which a control variate has a whole matrix beside a posterior that has not. */
    private static final int MOST_WHOLE = 200;
    /** Step size of natural gradients by importance weights when enough draws count. */
    private static final double CAUTIOUS = 0.1;
    /** Least share of a step by which the gain of all of it is reported. */
    private static final double LEAST_SHARE = 1.0 / 16;

    private final Problem problem;
    private final EstimatorPlan plan;
    private final boolean expectation;
    private final FirstOrderSteps steps;
    private final ControlVariate variate;
    private final MonteCarloSettings.Update updates;

    GaussianGeometry(FitSetup setup, EstimatorPlan plan) {
        this.problem = setup.problem();
        this.steps = setup.steps(plan.isExpectation());
        this.plan = plan;
        this.expectation = plan.isExpectation();
        this.variate = plan.variate();
        this.updates = setup.how().update();
    }

    @Override
    public boolean isExpectation() {
        return plan.isExpectation();
    }

    @Override
    public GradientEstimator<GaussianPosterior> estimator() {
        return plan.gaussian();
    }

    @Override
    public GradientEstimator<GaussianPosterior> clearestEstimator() {
        return plan.clearestGaussian();
    }

    @Override
    public GradientEstimator<GaussianPosterior> scoreEstimator() {
        return new ScoreEstimator(false);
    }

    @Override
    @SuppressWarnings("unchecked") // a rule is made for the kind of Gaussian that it is given
    public UpdateRule<GaussianPosterior> rule(GaussianPosterior q) {
        UpdateRule<?> rule = updates.kind().rule(updates.choice().values(), q, steps);
        return (UpdateRule<GaussianPosterior>) rule;
    }

    @Override
    public boolean isNatural() {
        return updates.isNatural();
    }

    @Override
    public double subsamplingVariance(
            GaussianPosterior q,
            NormalDraws standard,
            List<DrawSums> parts,
            GradientForm form,
            double factor,
            double left) {
        return NoisyGradient.subsamplingVariance(q, standard, parts, form, factor, left);
    }

    /** The slope of what is known in closed form; zero where nothing is. */
    private Divergence.Slope slope(GaussianPosterior q) {
        Divergence closed = problem.closed(q);
        return closed == null
                ? new Divergence.Slope(new double[q.dimension()], new double[q.precision().length], 0)
                : closed.slope(q, problem.prior().normal());
    }

    /**
     * Mean square of a curvature's noise over that of what the control variate leaves of the curvature: d²/S from values,
     * d/S from gradients, for one block.
     */
    private double relativeNoise(Blocks blocks, int draws) {
        double entries = 0;
        for (int b = 0; b < (blocks.size(0) == 1 ? 1 : blocks.count()); b++) {
            double n = blocks.size(b);
            entries += plan.isByPaths() ? n + 1 : n * (n + 1);
        }
        return entries / draws;
    }

    /** The cut of the control variate's curvature: whole, where that is cheap, since what it misses is noise. */
    private Blocks variateBlocks(Blocks own) {
        boolean whole = variate == ControlVariate.QUADRATIC && !plan.isFolded() && own.dimension() <= MOST_WHOLE;
        return whole ? Blocks.full(own.dimension()) : own;
    }

    @Override
    public QuadraticControlVariate nothingKnown(GaussianPosterior q) {
        return QuadraticControlVariate.none(variateBlocks(q.blocks()));
    }

    @Override
    public QuadraticControlVariate atStart(GaussianPosterior q) {
        return variate == ControlVariate.QUADRATIC ? atOptimum(q) : nothingKnown(q);
    }

    @Override
    public double[] ascent(GaussianPosterior q, Estimate estimate) {
        return NaturalTarget.ascent(slope(q), estimate, 1);
    }

    @Override
    public Direction direction(GaussianPosterior q, QuadraticControlVariate known, Estimate estimate) {
        Divergence.Slope slope = slope(q);
        Direction direction = NaturalTarget.direction(q, slope, estimate);
        if (!expectation) {
            return direction;
        }
        double share = certain(q, NaturalTarget.ascent(slope, estimate, 1), estimate);
        if (!updates.isNatural()) {
            return direction.withAscentTimes(share);
        }
        double[] step = Metric.of(q, known, slope).times(direction.ascent());
        return new Direction(q.precisionTimes(step), direction.targetPrecision()).withAscentTimes(share);
    }

    /**
     * The share of a long way that is surely not noise: 1 − 2 noise/length². Near the optimum every step is mostly noise and
     * averages out; far from it noise would only lead astray.
     */
    private static double certain(GaussianPosterior q, double[] ascent, Estimate estimate) {
        double[] step = q.covarianceTimes(ascent);
        double length = 0;
        for (int j = 0; j < step.length; j++) {
            length += 0.5 * step[j] * ascent[j];
        }
        return length > q.dimension() + FAR ? Math.max(0, 1 - CAUTION * estimate.gradientNoise() / length) : 1;
    }

    /** A curvature of that order from fewer draws than it has rows is no curvature. */
    @Override
    public double baseStepSize(GaussianPosterior q, int draws, NoisyGradient found) {
        if (problem.objective().isWeighted() && updates.isNatural()) {
            return updates.stepSize().orElse(CAUTIOUS)
                    * Math.min(1, found.effective() / (q.blocks().size(0) + 1));
        }
        boolean byDistance = steps == FirstOrderSteps.BY_DISTANCE && !updates.isNatural();
        return byDistance ? 1 : updates.baseStepSize(relativeNoise(q.blocks(), draws));
    }

    @Override
    public double curvatureNoise(Estimate estimate) {
        return expectation && updates.isNatural() ? estimate.curvatureNoise() : 0;
    }

    @Override
    public QuadraticControlVariate known(
            GaussianPosterior q,
            QuadraticControlVariate before,
            GaussianPosterior next,
            NoisyGradient found,
            int draws) {
        Estimate estimate = Objects.requireNonNull(found.estimate());
        return switch (variate) {
            case NONE -> QuadraticControlVariate.none(q.blocks());
            case CONSTANT -> ConstantVariateEstimator.constants(Objects.requireNonNull(found.drawn()), q);
            case QUADRATIC -> {
                boolean implied = updates.isNatural() && before.blocks().equals(q.blocks());
                double fresh = 1 / (1 + relativeNoise(before.blocks(), draws));
                QuadraticControlVariate observed = implied
                        ? new QuadraticControlVariate(
                                before.blocks(), estimate.gradient(), NaturalTarget.implied(next, slope(next)))
                        : before.averaged(estimate, Objects.requireNonNull(found.drawn()), q, next, fresh);
                double ofSlope = plan.isByPaths() ? 0 : 2 * (q.dimension() + 1.0) / draws;
                yield observed.withSlope(before.slope(), estimate.gradient(), ofSlope)
                        .moved(Vectors.difference(next.mean(), q.mean()));
            }
        };
    }

    @Override
    public double squaredLength(GaussianPosterior q, double[] move) {
        double[] scaled = q.precisionTimes(move);
        double squares = 0;
        for (int j = 0; j < move.length; j++) {
            squares += move[j] * scaled[j];
        }
        return squares;
    }

    /** A few draws are far more than their share of nats off, such as under a wide prior and an exponential link. */
    @Override
    public boolean isTooWide(GaussianPosterior q, QuadraticControlVariate known, NoisyGradient found) {
        Drawn drawn = Objects.requireNonNull(found.drawn());
        if (!expectation) {
            return false;
        }
        double[] left = known.left(drawn, q);
        double spread = Objects.requireNonNull(found.estimate()).valueVariance() * drawn.count();
        return spread > WIDE * q.dimension() && drawn.isDominated(left);
    }

    @Override
    public GaussianPosterior narrower(GaussianPosterior q) {
        return Backoff.narrower(q);
    }

    /** Whether the divergence's integrals do not exist there. */
    @Override
    public boolean isOutside(GaussianPosterior q) {
        Divergence closed = problem.closed(q);
        return closed != null
                && !closed.isStandard()
                && !Double.isFinite(closed.between(q, problem.prior().normal()));
    }

    /** What log p looks like from its optimum: there g = ∇_μ D and H = N − κP. */
    @Override
    public QuadraticControlVariate atOptimum(GaussianPosterior q) {
        if (!expectation) {
            return nothingKnown(q);
        }
        Blocks blocks = variateBlocks(q.blocks());
        Divergence.Slope slope = slope(q);
        double[] own = NaturalTarget.implied(q, slope);
        return new QuadraticControlVariate(
                blocks,
                slope.mean(),
                q.blocks().equals(blocks) ? own : q.blocks().widened(own));
    }

    @Override
    public QuadraticControlVariate sharpened(QuadraticControlVariate before, Estimate observed, int draws) {
        if (!expectation) {
            return before;
        }
        double fresh = 1 / (1 + relativeNoise(before.blocks(), draws));
        double[] curvature = before.curvature().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] += fresh * (observed.wholeCurvature()[e] - curvature[e]);
        }
        return new QuadraticControlVariate(before.blocks(), observed.gradient(), curvature);
    }

    @Override
    public double gain(GaussianPosterior q, Estimate estimate, QuadraticControlVariate known) {
        Divergence.Slope slope = slope(q);
        double rate = NaturalTarget.rate(slope);
        Direction direction = NaturalTarget.direction(q, slope, estimate);
        Metric metric = Metric.of(q, known, slope);
        double[] step = metric.times(direction.ascent());
        double noise = estimate.gradientNoise() * metric.meanRatio() / rate;
        double gain = -noise;
        for (int j = 0; j < step.length; j++) {
            gain += 0.5 * rate * step[j] * direction.ascent()[j];
        }
        double ofShape = estimate.curvatureNoise() / rate;
        double shape = rate * shapeGain(q, direction.targetPrecision()) - ofShape;
        return gain + Math.max(0, shape) - (noise + ofShape) * 4 / Math.sqrt(q.dimension());
    }

    /** Of the whole step to a target or, where curvatures may have either sign, of as much of it as stays positive definite. */
    private double shapeGain(GaussianPosterior q, double[] target) {
        for (double share = 1; share >= (expectation ? 1 : LEAST_SHARE); share /= 2) {
            GaussianPosterior shaped = q.towards(target, share);
            if (shaped != null) {
                return q.shapeChange(shaped).divergence() / (share * share);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public int freedom(GaussianPosterior q) {
        return q.dimension();
    }
}
