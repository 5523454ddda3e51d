package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.schedule.Constant;
import io.credence.schedule.Decay;
import io.credence.schedule.StepSchedule;
import io.credence.update.Optimizer;
import io.credence.update.ParameterUpdate;
import io.credence.update.UpdateRule;

/** The update rule of a configuration for a posterior family, with the step size that suits it. */
final class UpdatePlan {

    private final MonteCarloSettings.Update settings;
    private final boolean scaled;

    UpdatePlan(MonteCarloSettings.Update settings) {
        this(settings, false);
    }

    /**
     * The update rules of those settings.
     *
     * @param scaled whether first-order rules move in the posterior's units
     */
    UpdatePlan(MonteCarloSettings.Update settings, boolean scaled) {
        this.settings = settings;
        this.scaled = scaled;
    }

    /**
     * The rule.
     *
     * @throws IllegalArgumentException if that family has no such rule
     */
    @SuppressWarnings("unchecked") // each rule is given the family that it takes
    <Q extends Posterior> UpdateRule<Q> rule(Q q) {
        UpdateRule<?> rule = q instanceof GaussianPosterior gaussian
                ? settings.kind().rule(settings.choice().values(), gaussian, scaled)
                : new ParameterUpdate(optimizer());
        return (UpdateRule<Q>) rule;
    }

    /**
     * The optimiser of a posterior with parameters of its own.
     *
     * @throws IllegalArgumentException if the configured rule moves Gaussians only
     */
    private Optimizer optimizer() {
        Optimizer optimizer = settings.kind().optimizer(settings.choice().values());
        if (optimizer == null) {
            throw new IllegalArgumentException("this posterior family requires the update adam, adagrad, rmsprop or"
                    + " gradient-ascent but found one that moves Gaussians only");
        }
        return optimizer;
    }

    /** Whether a step is a natural gradient, in which the precision averages its targets. */
    boolean isNatural() {
        return settings.kind().isNatural();
    }

    /** Whether the step sizes follow a schedule, else the stopping rule lowers them. */
    boolean isScheduled() {
        return settings.decayFrom() > 0;
    }

    /** The configured step size, else the given one. */
    double stepSize(double otherwise) {
        return settings.stepSize().orElse(otherwise);
    }

    /**
     * Step size before the stopping rule lowers it.
     *
     * @param noise relative noise of a curvature
     */
    double baseStepSize(double noise) {
        return settings.stepSize().orElseGet(() -> settings.kind().stepSize(noise));
    }

    /** Step sizes at a level. */
    StepSchedule schedule(double level) {
        return isScheduled() ? new Decay(level, settings.decayFrom()) : new Constant(level);
    }
}
