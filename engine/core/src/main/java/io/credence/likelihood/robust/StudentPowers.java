package io.credence.likelihood.robust;

import org.hipparchus.special.Gamma;

/**
 * Powers of a Student-t density with identity link, whose integral does not depend on η.
 *
 * @param degreesOfFreedom ν
 * @param scale2 φ, squared scale
 * @param order c, more than 1/(ν + 1)
 */
public record StudentPowers(double degreesOfFreedom, double scale2, double order) implements PowerDensity {

    @Override
    public void writeLogDensity(double label, double eta, double[] out) {
        double spread = degreesOfFreedom * scale2;
        double r = eta - label;
        double denominator = spread + r * r;
        out[0] = logPeakDensity() - halfOrder() * Math.log1p(r * r / spread);
        out[1] = -2 * halfOrder() * r / denominator;
        out[2] = -2 * halfOrder() * (spread - r * r) / denominator / denominator;
    }

    private double halfOrder() {
        return 0.5 * (degreesOfFreedom + 1);
    }

    private double logPeakDensity() {
        return Gamma.logGamma(halfOrder())
                - Gamma.logGamma(0.5 * degreesOfFreedom)
                - 0.5 * Math.log(Math.PI * degreesOfFreedom * scale2);
    }

    @Override
    public void writeLogIntegral(double eta, double[] out) {
        double exponent = order * halfOrder();
        out[0] = order * logPeakDensity()
                + 0.5 * Math.log(Math.PI * degreesOfFreedom * scale2)
                + Gamma.logGamma(exponent - 0.5)
                - Gamma.logGamma(exponent);
        out[1] = 0;
        out[2] = 0;
    }

    /**
     * Distance in η between trapezoid nodes. The density is singular at i √(νφ) from its centre, and near it like a
     * normal density.
     */
    @Override
    public double nodeSpacing(double label) {
        double spread = degreesOfFreedom * scale2;
        double singular = 1 / (0.15 * 0.15 * spread);
        return 1 / Math.sqrt(singular + Math.max(0, order - 1) * 2 * halfOrder() / (0.64 * spread));
    }

    @Override
    public double growth(double label) {
        return 0;
    }
}
