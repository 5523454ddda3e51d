package io.credence.kind;

import io.credence.prior.LogGamma;
import io.credence.prior.ScalarDensity;

/**
 * Density of a positive parameter x of which the dispersion φ = x^k is inverse-gamma.
 *
 * @param power k, not 0
 * @param shape shape of the inverse gamma, positive
 * @param scale scale of the inverse gamma, positive
 */
record DispersionPowerDensity(double power, double shape, double scale) implements ScalarDensity {

    /** Density of log x, of which e^{−k log x} is gamma. */
    private LogGamma ofLogarithm() {
        return new LogGamma(-power, shape, scale);
    }

    @Override
    public double logConstant() {
        return ofLogarithm().logConstant();
    }

    @Override
    public double logShape(double x) {
        double log = Math.log(x);
        return ofLogarithm().logShape(log) - log;
    }

    @Override
    public double slope(double x) {
        return (ofLogarithm().slope(Math.log(x)) - 1) / x;
    }
}
