package io.credence.model;

/**
 * Transform to numbers between two bounds, by the scaled logistic function: x = lower + (upper − lower) / (1 +
 * exp(−u)). Where rounding would put x on a bound it is the nearest number inside.
 *
 * @param size number of elements, at least 1
 * @param lower lower bound, finite
 * @param upper upper bound, finite
 */
record IntervalTransform(int size, double lower, double upper) implements ElementTransform {

    IntervalTransform {
        ElementTransform.requireSize(size, 1, "in an interval");
        if (!(lower < upper) || Double.isInfinite(upper - lower)) {
            throw new IllegalArgumentException(
                    "an interval must have finite bounds, the lower below the upper, but was " + lower + " to "
                            + upper);
        }
    }

    @Override
    public double value(double u) {
        double x = u < 0 ? lower + (upper - lower) * Logistic.of(u) : upper - (upper - lower) * Logistic.of(-u);
        return Math.min(Math.max(x, Math.nextUp(lower)), Math.nextDown(upper));
    }

    @Override
    public double slope(double u) {
        return (upper - lower) * Logistic.of(u) * Logistic.of(-u);
    }

    @Override
    public double logSlope(double u) {
        return Math.log(upper - lower) + Logistic.log(u) + Logistic.log(-u);
    }

    @Override
    public double logSlopeDerivative(double u) {
        return -Math.tanh(u / 2);
    }

    @Override
    public double inverse(double x) {
        if (!(x > lower && x < upper)) {
            throw new IllegalArgumentException(
                    "a parameter must lie between " + lower + " and " + upper + " but was " + x);
        }
        return Math.log(x - lower) - Math.log(upper - x);
    }

    @Override
    public String unconstrainedName(String name) {
        return "logit(" + name + ")";
    }
}
