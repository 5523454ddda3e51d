package io.credence.prior;

import org.apache.commons.math3.special.Gamma;

/**
 * An inverse-gamma prior of a dispersion φ as a density of ℓ = log φ, one of the parameters: b^a/Γ(a) exp(−aℓ − b e^{−ℓ}).
 *
 * @param index which parameter ℓ is
 * @param shape a, positive
 * @param scale b, positive
 */
public record LogInverseGamma(int index, double shape, double scale) implements DensityTerm {
    public LogInverseGamma {
        if (!(shape > 0 && scale > 0)) {
            throw new IllegalArgumentException("shape and scale must be positive but were " + shape + " and " + scale);
        }
    }

    @Override
    public double logDensity(double[] theta) {
        return shape * Math.log(scale) - Gamma.logGamma(shape) - shape * theta[index] - scale * Math.exp(-theta[index]);
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        gradient[index] += scale * Math.exp(-theta[index]) - shape;
    }
}
