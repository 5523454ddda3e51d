package io.credence.likelihood.robust;

/**
 * Powers of a negative binomial probability with log link and size r = 1/φ, whose integral is a series.
 *
 * @param size r
 * @param order c
 */
public record NegativeBinomialPowers(double size, double order) implements PowerDensity {

    /** Predictor, far above any count, beyond which the logarithm of the integral is continued by its tangent. */
    private static final double LARGEST = 60;

    @Override
    public void writeLogDensity(double label, double eta, double[] out) {
        NegativeBinomialSeries at = new NegativeBinomialSeries(size, eta, order);
        out[0] = at.logProbability(label);
        out[1] = at.slope(label);
        out[2] = at.curvature(label);
    }

    @Override
    public void writeLogIntegral(double eta, double[] out) {
        double bounded = Math.min(eta, LARGEST);
        new NegativeBinomialSeries(size, bounded, order).writeLogSum(out);
        out[0] += (eta - bounded) * out[1];
    }

    /**
     * Distance in η between trapezoid nodes. The integrand is singular at i π from the real line, and peaked like a
     * normal density where the mean is the label.
     */
    @Override
    public double nodeSpacing(double label) {
        double singular = Math.max(1, 0.65 * order) / 0.3;
        double peak = Math.max(0, order - 1) * label * size / (label + size);
        return 1 / Math.sqrt(singular * singular + 1.6 * peak);
    }

    @Override
    public double growth(double label) {
        return Math.max(0, 1 - order) * (1 + Math.max(label, size));
    }
}
