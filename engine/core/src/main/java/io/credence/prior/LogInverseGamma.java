package io.credence.prior;

/**
 * Inverse-gamma prior of a dispersion φ, as a density of the parameter ℓ = log φ. It is b^a/Γ(a) exp(−aℓ − b e^{−ℓ}).
 *
 * @param index index of ℓ among the parameters
 * @param shape a, positive
 * @param scale b, positive
 */
public record LogInverseGamma(int index, double shape, double scale) implements DensityTerm {
    public LogInverseGamma {
        if (!(shape > 0 && scale > 0)) {
            throw new IllegalArgumentException("shape and scale must be positive but were " + shape + " and " + scale);
        }
    }

    private LogGamma density() {
        return LogGamma.ofInverse(shape, scale);
    }

    @Override
    public double logDensity(double[] theta) {
        return density().logDensity(theta[index]);
    }

    @Override
    public void addGradient(double[] theta, double[] gradient) {
        gradient[index] += density().slope(theta[index]);
    }

    @Override
    public void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        if (index < owners.length) {
            blankets[at + owners[index]] += logDensity(theta);
        }
    }
}
