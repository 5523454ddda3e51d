package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.MonteCarloSettings.UpdateKind;
import io.credence.schedule.Constant;
import io.credence.schedule.Decay;
import io.credence.schedule.StepSchedule;
import io.credence.update.AdaGrad;
import io.credence.update.Adam;
import io.credence.update.CholeskyGradient;
import io.credence.update.GradientAscent;
import io.credence.update.ManifoldGradient;
import io.credence.update.MeanFieldGradient;
import io.credence.update.NaturalGradient;
import io.credence.update.Optimizer;
import io.credence.update.ParameterUpdate;
import io.credence.update.RmsProp;
import io.credence.update.TrustRegion;
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
        UpdateRule<?> rule = q instanceof GaussianPosterior gaussian ? ofGaussian(gaussian) : new ParameterUpdate(optimizer());
        return (UpdateRule<Q>) rule;
    }

    private UpdateRule<? extends GaussianPosterior> ofGaussian(GaussianPosterior q) {
        UpdateRule<? extends GaussianPosterior> rule = switch (settings.kind()) {
            case NATURAL_GRADIENT ->
                new NaturalGradient<>(settings.constraint(), TrustRegion.DEFAULT, settings.momentum(), settings.clip());
            case MANIFOLD -> new ManifoldGradient<>(settings.momentum());
            case CHOLESKY, ADAM -> euclidean(q, Adam.FORGETFUL);
            case ADAGRAD -> euclidean(q, AdaGrad.DEFAULT);
            case RMSPROP -> euclidean(q, RmsProp.DEFAULT);
            case GRADIENT_ASCENT -> euclidean(q, new GradientAscent(settings.momentum()));
        };
        if (settings.kind() == UpdateKind.MANIFOLD && !(q instanceof FullGaussian)) {
            throw new IllegalArgumentException(
                    "a step on the manifold requires the family gaussian-full but found " + q.family());
        }
        return rule;
    }

    /**
     * The optimiser of a posterior with parameters of its own.
     *
     * @throws IllegalArgumentException if the configured rule moves Gaussians only
     */
    private Optimizer optimizer() {
        return switch (settings.kind()) {
            case ADAM -> Adam.FORGETFUL;
            case ADAGRAD -> AdaGrad.DEFAULT;
            case RMSPROP -> RmsProp.DEFAULT;
            case GRADIENT_ASCENT -> new GradientAscent(settings.momentum());
            case NATURAL_GRADIENT, MANIFOLD, CHOLESKY ->
                throw new IllegalArgumentException("this posterior family requires the update adam, adagrad, rmsprop or"
                        + " gradient-ascent but found one that moves Gaussians only");
        };
    }

    private UpdateRule<? extends GaussianPosterior> euclidean(GaussianPosterior q, Optimizer optimizer) {
        return q instanceof DiagonalGaussian
                ? new MeanFieldGradient(optimizer, TrustRegion.DEFAULT, scaled)
                : new CholeskyGradient<>(optimizer, TrustRegion.DEFAULT, scaled);
    }

    /** Whether a step is a natural gradient, in which the precision averages its targets. */
    boolean isNatural() {
        return settings.kind() == UpdateKind.NATURAL_GRADIENT || settings.kind() == UpdateKind.MANIFOLD;
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
        // What is left of the curvature after the control variate is what its noise grows with: with a step β its mean
        // square
        // is multiplied by (1 − β)² + β² noise, which is least at β = 1/(1 + noise).
        return settings.stepSize().orElseGet(() -> switch (settings.kind()) {
            case NATURAL_GRADIENT -> Math.min(0.5, 1 / (1 + noise));
            case MANIFOLD -> Math.min(0.3, 1 / (1 + noise));
            case CHOLESKY, ADAM, ADAGRAD -> 0.1;
            case RMSPROP -> 0.05;
            case GRADIENT_ASCENT -> 0.01;
        });
    }

    /** Step sizes at a level. */
    StepSchedule schedule(double level) {
        return isScheduled() ? new Decay(level, settings.decayFrom()) : new Constant(level);
    }
}
