package io.credence.model;

/**
 * Transform without a constraint: x = u.
 *
 * @param size number of elements, at least 1
 */
record IdentityTransform(int size) implements ElementTransform {

    IdentityTransform {
        ElementTransform.requireSize(size, 1, "real");
    }

    @Override
    public double value(double u) {
        return u;
    }

    @Override
    public double slope(double u) {
        return 1;
    }

    @Override
    public double logSlope(double u) {
        return 0;
    }

    @Override
    public double logSlopeDerivative(double u) {
        return 0;
    }

    @Override
    public double inverse(double x) {
        return x;
    }

    @Override
    public String unconstrainedName(String name) {
        return name;
    }
}
