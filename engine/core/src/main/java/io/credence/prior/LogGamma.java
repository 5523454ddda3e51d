package io.credence.prior;

import org.hipparchus.special.Gamma;

/**
 * Density of u where e^{pu} has a gamma distribution: |p| r^a / Γ(a) · exp(apu − re^{pu}). With p = 1, u is the
 * logarithm of a gamma variable, with p = −1 of an inverse-gamma one; with p = ±2 it is the logarithm of a scale whose
 * square is such a variable.
 *
 * @param power p, not 0
 * @param shape a, positive
 * @param rate r, positive; of an inverse gamma, its scale
 */
public record LogGamma(double power, double shape, double rate) implements ScalarDensity {
    public LogGamma {
        PriorChecks.requireFinite("the power of a log-gamma density", power);
        PriorChecks.requirePositive("the absolute power of a log-gamma density", Math.abs(power));
        PriorChecks.requirePositive("the shape of a log-gamma density", shape);
        PriorChecks.requirePositive("the rate of a log-gamma density", rate);
    }

    /** Density of the logarithm of an inverse-gamma variable. */
    public static LogGamma ofInverse(double shape, double scale) {
        return new LogGamma(-1, shape, scale);
    }

    @Override
    public double logConstant() {
        return Math.log(Math.abs(power)) + shape * Math.log(rate) - Gamma.logGamma(shape);
    }

    @Override
    public double logShape(double u) {
        return shape * power * u - rate * Math.exp(power * u);
    }

    @Override
    public double slope(double u) {
        return power * (shape - rate * Math.exp(power * u));
    }
}
