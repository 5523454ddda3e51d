package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.update.Direction;
import io.credence.update.UpdateRule;

/**
 * Metric in which gradients of one kind of posterior become steps, for the loop of a fit by draws. Chosen once, where
 * the fit is assembled.
 */
public interface StepGeometry<Q extends Posterior> {

    /** The geometry of a fit that begins at {@code start}. */
    @SuppressWarnings("unchecked") // each geometry is given the kind of posterior that it takes
    static <Q extends Posterior> StepGeometry<Q> of(FitSetup setup, EstimatorPlan plan, Q start) {
        StepGeometry<?> geometry = start.gaussian() != null
                ? new GaussianGeometry(setup, plan)
                : new ParameterGeometry(setup.sampling().update());
        return (StepGeometry<Q>) geometry;
    }

    /**
     * The update rule for the given posterior.
     *
     * @throws IllegalArgumentException if the family has no such rule
     */
    UpdateRule<Q> rule(Q q);

    /** Gradient of minus the objective, in the coordinates that the trace reports. */
    double[] ascent(Q q, Estimate estimate);

    /** Direction of a step along the given estimate. */
    Direction direction(Q q, QuadraticControlVariate known, Estimate estimate);

    /** Step size before the convergence monitor lowers it. */
    double baseStepSize(Q q, int draws, NoisyGradient found);

    /** Squared length of a move of the mean in the posterior's own units. */
    double squaredLength(Q q, double[] move);

    /**
     * Gain expected of a step from {@code q} beyond the noise of the evaluation, nats; infinite where no step can be
     * taken.
     */
    double gain(Q q, Estimate estimate, QuadraticControlVariate known);

    /** Number of degrees of freedom of the posterior that the gain counts. */
    int freedom(Q q);
}
