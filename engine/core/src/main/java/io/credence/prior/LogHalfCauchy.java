package io.credence.prior;

/**
 * Density of u = log x where x is half-Cauchy. The density of x is 2 / (πc(1 + x²/c²)) for x &gt; 0, and with the
 * log-Jacobian that of u is sech(u − log c) / π.
 *
 * @param scale c, positive; the median of x
 */
record LogHalfCauchy(double scale) implements ScalarDensity {
    public LogHalfCauchy {
        PriorChecks.requirePositive("the scale of a half-Cauchy density", scale);
    }

    @Override
    public double logConstant() {
        return Math.log(2 / Math.PI);
    }

    @Override
    public double logShape(double u) {
        double distance = Math.abs(u - Math.log(scale));
        return -distance - Math.log1p(Math.exp(-2 * distance));
    }

    @Override
    public double slope(double u) {
        return -Math.tanh(u - Math.log(scale));
    }
}
