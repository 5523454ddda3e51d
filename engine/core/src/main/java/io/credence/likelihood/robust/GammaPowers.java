package io.credence.likelihood.robust;

import org.hipparchus.special.Gamma;

/**
 * Powers of a gamma density with log link and shape k = 1/φ. Their integral is I = k^{kc} Γ(s) / (Γ(k)^c (ck)^s)
 * e^{−(c−1)η}, s = c(k − 1) + 1, which diverges unless s is positive.
 *
 * @param shape k
 * @param order c, at least 1
 */
public record GammaPowers(double shape, double order) implements PowerDensity {

    @Override
    public void writeLogDensity(double label, double eta, double[] out) {
        double ratio = label * Math.exp(-eta);
        out[0] =
                shape * Math.log(shape) - Gamma.logGamma(shape) + (shape - 1) * Math.log(label) - shape * (eta + ratio);
        out[1] = -shape * (1 - ratio);
        out[2] = -shape * ratio;
    }

    @Override
    public void writeLogIntegral(double eta, double[] out) {
        double s = order * (shape - 1) + 1;
        out[0] = s > 0
                ? shape * order * Math.log(shape)
                        - order * Gamma.logGamma(shape)
                        + Gamma.logGamma(s)
                        - s * Math.log(order * shape)
                        - (order - 1) * eta
                : Double.POSITIVE_INFINITY;
        out[1] = 1 - order;
        out[2] = 0;
    }

    /**
     * Distance in η between trapezoid nodes. The power e^{(c−1)k(u − e^u)}, u = log y − η, is bounded within i π/2 of
     * the real line and peaked like a normal.
     */
    @Override
    public double nodeSpacing(double label) {
        return 1 / Math.sqrt(11 + 1.6 * (order - 1) * shape);
    }

    @Override
    public double growth(double label) {
        return order - 1;
    }
}
