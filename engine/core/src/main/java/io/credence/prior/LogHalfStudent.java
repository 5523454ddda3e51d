package io.credence.prior;

import org.hipparchus.special.Gamma;

/**
 * Density of u = log x where x is the absolute value of Student's t. It is 2 t_ν(x/s)/s for x &gt; 0, with the
 * log-Jacobian.
 *
 * @param degreesOfFreedom ν, positive; 1 is the half-Cauchy density
 * @param scale s, positive
 */
public record LogHalfStudent(double degreesOfFreedom, double scale) implements ScalarDensity {
    public LogHalfStudent {
        PriorChecks.requirePositive("the degrees of freedom of a half-Student density", degreesOfFreedom);
        PriorChecks.requirePositive("the scale of a half-Student density", scale);
    }

    @Override
    public double logConstant() {
        return Math.log(2)
                + Gamma.logGamma(0.5 * (degreesOfFreedom + 1))
                - Gamma.logGamma(0.5 * degreesOfFreedom)
                - 0.5 * Math.log(Math.PI * degreesOfFreedom);
    }

    @Override
    public double logShape(double u) {
        double log = u - Math.log(scale);
        // log(1 + e^{2 log}/ν), which must not overflow
        double square = 2 * log - Math.log(degreesOfFreedom);
        double softplus = Math.max(square, 0) + Math.log1p(Math.exp(-Math.abs(square)));
        return log - 0.5 * (degreesOfFreedom + 1) * softplus;
    }

    @Override
    public double slope(double u) {
        double square = 2 * (u - Math.log(scale)) - Math.log(degreesOfFreedom);
        return 1 - (degreesOfFreedom + 1) / (1 + Math.exp(-square));
    }
}
