package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.linalg.Vectors;
import io.credence.update.Direction;
import io.credence.update.UpdateRule;

/** Geometry of posteriors of any family in their own unconstrained parameters λ, each measured in its natural unit. */
public final class ParameterGeometry implements StepGeometry<Posterior> {

    private final SamplingSettings.Update updates;

    ParameterGeometry(SamplingSettings.Update updates) {
        this.updates = updates;
    }

    @Override
    public UpdateRule<Posterior> rule(Posterior q) {
        UpdateRule<Posterior> rule = updates.kind().rule(updates.choice().values(), q);
        if (rule == null) {
            throw new IllegalArgumentException("the posterior family " + q.family()
                    + " requires the update adam, adagrad," + " rmsprop or gradient-ascent but found "
                    + updates.kind().name());
        }
        return rule;
    }

    @Override
    public double[] ascent(Posterior q, Estimate estimate) {
        return Vectors.entrywiseProduct(q.parameterScales(), estimate.gradient());
    }

    @Override
    public Direction direction(Posterior q, QuadraticControlVariate known, Estimate estimate) {
        return new Direction(estimate.gradient(), new double[0]);
    }

    @Override
    public double baseStepSize(Posterior q, int draws, NoisyGradient found) {
        return updates.isNatural()
                ? updates.baseStepSize(q.parameterCount() / (double) draws)
                : updates.stepSize().orElse(GaussianGeometry.STEP_SIZE);
    }

    @Override
    public double squaredLength(Posterior q, double[] move) {
        double[] sd = q.sd();
        double squares = 0;
        for (int j = 0; j < sd.length; j++) {
            squares += move[j] * move[j] / (sd[j] * sd[j]);
        }
        return squares;
    }

    @Override
    public double gain(Posterior q, Estimate estimate, QuadraticControlVariate known) {
        return gain(q, estimate);
    }

    /**
     * Gain expected of a step, nats. It is half the squared gradient, less its noise, in units of λ in which curvatures
     * are of the order of 1.
     */
    public static double gain(Posterior q, Estimate estimate) {
        double[] slopes = Vectors.entrywiseProduct(q.parameterScales(), estimate.gradient());
        double noise = estimate.gradientNoise();
        double gain = -noise - 4 * noise / Math.sqrt(slopes.length);
        for (double slope : slopes) {
            gain += 0.5 * slope * slope;
        }
        return gain;
    }

    @Override
    public int freedom(Posterior q) {
        return q.parameterCount();
    }
}
