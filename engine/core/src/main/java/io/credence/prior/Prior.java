package io.credence.prior;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Prior of all parameters: the product of a normal prior and another density.
 *
 * @param normalPrior normal prior; precision 0 where {@code term} is the prior
 * @param term further term of the log density; null for none
 */
public record Prior(GaussianPrior normalPrior, @Nullable DensityTerm term) implements Serializable {

    /** Prior that is normal alone. */
    public Prior(GaussianPrior normal) {
        this(normal, null);
    }

    /** Number of parameters. */
    public int dimension() {
        return normalPrior.dimension();
    }

    /** Log density log π(θ), nats. */
    public double logDensity(double[] theta) {
        return normalPrior.logDensity(theta) + termDensity(theta);
    }

    /** Log density of the term at θ, nats. */
    public double termDensity(double[] theta) {
        return term == null ? 0 : term.logDensity(theta);
    }

    /** Gradient ∇ log π(θ). */
    public double[] gradient(double[] theta) {
        double[] gradient = normalPrior.gradient(theta);
        addTermGradient(theta, gradient);
        return gradient;
    }

    /** Normal prior at a dispersion of 1, where the coefficients have one given the dispersion; null elsewhere. */
    public @Nullable GaussianPrior unitDispersionPrior() {
        return term == null ? null : term.unitDispersionPrior();
    }

    /** Whether {@link PriorCurvature} has all second derivatives, at no great cost. */
    public boolean hasCurvature() {
        return term == null || term.hasCurvature();
    }

    /** Adds the gradient of the term. */
    public void addTermGradient(double[] theta, double[] gradient) {
        if (term != null) {
            term.addGradient(theta, gradient);
        }
    }
}
