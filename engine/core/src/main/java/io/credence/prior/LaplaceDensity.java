package io.credence.prior;

/**
 * Laplace density exp(−|u − m|/b) / 2b.
 *
 * @param mean m
 * @param scale b, positive; the standard deviation is b√2
 */
record LaplaceDensity(double mean, double scale) implements ScalarDensity {
    public LaplaceDensity {
        PriorChecks.requireFinite("the mean of a Laplace density", mean);
        PriorChecks.requirePositive("the scale of a Laplace density", scale);
    }

    @Override
    public boolean hasCurvature() {
        return false;
    }

    @Override
    public double logConstant() {
        return -Math.log(2 * scale);
    }

    @Override
    public double logShape(double u) {
        return -Math.abs(u - mean) / scale;
    }

    @Override
    public double slope(double u) {
        return -Math.signum(u - mean) / scale;
    }
}
