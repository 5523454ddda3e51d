package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.family.GaussianPosterior;
import io.credence.fit.NaturalTarget.Metric;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.optimize.NewtonSearch;
import io.credence.update.Direction;
import io.credence.update.FirstOrderSteps;
import io.credence.update.UpdateRule;

/**
 * Geometry of Gaussians: natural gradients in (P, Pμ), with the divergence in closed form where the objective has one.
 */
final class GaussianGeometry implements StepGeometry<GaussianPosterior> {

    /** Factor by which the noise of a few large draws may exceed its estimate. */
    private static final double CAUTION = 2;
    /** Gain beyond one nat per parameter above which the optimum counts as far away, nats. */
    private static final double FAR_GAIN = 4;
    /**
     * Default step size of the parameters; also of natural gradients by importance weights, where these have enough
     * effective draws.
     */
    static final double STEP_SIZE = 0.1;

    private final Problem problem;
    private final EstimatorPlan plan;
    private final boolean expectation;
    private final FirstOrderSteps steps;
    private final SamplingSettings.Update updates;

    GaussianGeometry(FitSetup setup, EstimatorPlan plan) {
        this.problem = setup.problem();
        this.steps = setup.steps(plan.isExpectation());
        this.plan = plan;
        this.expectation = plan.isExpectation();
        this.updates = setup.sampling().update();
    }

    @Override
    @SuppressWarnings("unchecked") // a rule is made for the kind of Gaussian that it is given
    public UpdateRule<GaussianPosterior> rule(GaussianPosterior q) {
        UpdateRule<?> rule = updates.kind().rule(updates.choice().values(), q, steps);
        return (UpdateRule<GaussianPosterior>) rule;
    }

    @Override
    public double[] ascent(GaussianPosterior q, Estimate estimate) {
        return NaturalTarget.ascent(problem.closedGradient(q), estimate, 1);
    }

    @Override
    public Direction direction(GaussianPosterior q, QuadraticControlVariate known, Estimate estimate) {
        Divergence.DivergenceGradient slope = problem.closedGradient(q);
        Direction direction = NaturalTarget.direction(q, slope, estimate);
        if (!expectation) {
            return direction;
        }
        double share = certainShare(q, NaturalTarget.ascent(slope, estimate, 1), estimate);
        if (!updates.isNatural()) {
            return direction.withAscentTimes(share);
        }
        double[] step = Metric.of(q, known, slope).times(direction.ascent());
        return new Direction(q.precisionTimes(step), direction.targetPrecision()).withAscentTimes(share);
    }

    /**
     * Share of a long step that is surely not noise: 1 − 2 noise/length². Near the optimum every step is mostly noise
     * and averages out; far from it noise would only lead astray.
     */
    private static double certainShare(GaussianPosterior q, double[] ascent, Estimate estimate) {
        double[] step = q.covarianceTimes(ascent);
        double length = 0;
        for (int j = 0; j < step.length; j++) {
            length += 0.5 * step[j] * ascent[j];
        }
        return length > q.dimension() + FAR_GAIN ? Math.max(0, 1 - CAUTION * estimate.gradientNoise() / length) : 1;
    }

    /**
     * Step size before the convergence monitor lowers it. Importance weights of fewer effective draws than the
     * curvature has rows give no curvature, so steps are shortened.
     */
    @Override
    public double baseStepSize(GaussianPosterior q, int draws, NoisyGradient found) {
        if (problem.objective().isWeighted() && updates.isNatural()) {
            return updates.stepSize().orElse(STEP_SIZE)
                    * Math.min(1, found.effectiveDraws() / (q.blocks().size(0) + 1));
        }
        boolean byDistance = steps == FirstOrderSteps.BY_DISTANCE && !updates.isNatural();
        return byDistance ? 1 : updates.baseStepSize(plan.relativeNoise(q.blocks(), draws));
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

    @Override
    public double gain(GaussianPosterior q, Estimate estimate, QuadraticControlVariate known) {
        Divergence.DivergenceGradient slope = problem.closedGradient(q);
        double rate = NaturalTarget.entropyWeight(slope);
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

    /**
     * Gain of a full step of the precision to its target, nats. Where curvatures may have either sign, it is that of
     * the largest share of the step that stays positive definite.
     */
    private double shapeGain(GaussianPosterior q, double[] target) {
        Double gain = NewtonSearch.largestStep(1, expectation ? 1 : NewtonSearch.LEAST_SHARE, share -> {
            GaussianPosterior shaped = q.withPrecisionTowards(target, share);
            return shaped == null ? null : (Double) (q.covarianceChange(shaped).divergence() / (share * share));
        });
        return gain == null ? Double.POSITIVE_INFINITY : gain;
    }

    @Override
    public int freedom(GaussianPosterior q) {
        return q.dimension();
    }
}
