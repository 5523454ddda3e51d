package io.credence.prior;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The prior of all parameters: a normal one times another density.
 *
 * @param normal normal prior; precision 0 where {@code term} is the prior
 * @param term what more the log density has; null for nothing
 */
public record Prior(GaussianPrior normal, @Nullable DensityTerm term) implements Serializable {

    /** A normal prior. */
    public Prior(GaussianPrior normal) {
        this(normal, null);
    }

    /** Number of parameters. */
    public int dimension() {
        return normal.dimension();
    }

    /** log π(θ), nats. */
    public double logDensity(double[] theta) {
        return normal.logDensity(theta) + termDensity(theta);
    }

    /** Log density of the term at θ, nats. */
    public double termDensity(double[] theta) {
        return term == null ? 0 : term.logDensity(theta);
    }

    /** ∇ log π(θ). */
    public double[] gradient(double[] theta) {
        double[] gradient = normal.gradient(theta);
        addTermGradient(theta, gradient);
        return gradient;
    }

    /** Whether {@link PriorCurvature} has all of the curvature, at no great cost. */
    public boolean hasCurvature() {
        return term == null || term.hasCurvature();
    }

    /** Adds the gradient of that. */
    public void addTermGradient(double[] theta, double[] gradient) {
        if (term != null) {
            term.addGradient(theta, gradient);
        }
    }
}
