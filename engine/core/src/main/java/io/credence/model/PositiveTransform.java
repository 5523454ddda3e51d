package io.credence.model;

/**
 * Transform to positive numbers: x = exp(u).
 *
 * @param size number of elements, at least 1
 */
record PositiveTransform(int size) implements ElementTransform {

    PositiveTransform {
        ElementTransform.requireSize(size, 1, "positive");
    }

    @Override
    public double value(double u) {
        return Math.exp(u);
    }

    @Override
    public double slope(double u) {
        return Math.exp(u);
    }

    @Override
    public double logSlope(double u) {
        return u;
    }

    @Override
    public double logSlopeDerivative(double u) {
        return 1;
    }

    @Override
    public double inverse(double x) {
        if (!(x > 0)) {
            throw new IllegalArgumentException("a positive parameter must be greater than 0 but was " + x);
        }
        return Math.log(x);
    }

    @Override
    public String unconstrainedName(String name) {
        return "log(" + name + ")";
    }
}
