package io.credence.model;

import java.io.Serializable;

/**
 * Named parameter of a model, scalar or not, with the constraint under which the model sees it. The posterior is that
 * of the unconstrained numbers from which it is computed.
 *
 * @param name name in reports, not blank
 * @param transform transform from unconstrained numbers to the parameter
 */
public record Parameter(String name, Transform transform) implements Serializable {

    public Parameter {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a parameter must have a name but it was blank");
        }
    }

    /** A parameter that may be any number. */
    public static Parameter real(String name) {
        return real(name, 1);
    }

    /** A parameter of {@code size} numbers without constraint. */
    public static Parameter real(String name, int size) {
        return new Parameter(name, new IdentityTransform(size));
    }

    /** A positive parameter, the exponential of an unconstrained number. */
    public static Parameter positive(String name) {
        return positive(name, 1);
    }

    /** A parameter of {@code size} positive numbers. */
    public static Parameter positive(String name, int size) {
        return new Parameter(name, new PositiveTransform(size));
    }

    /** A parameter between two bounds, by the logistic function. */
    public static Parameter interval(String name, double lower, double upper) {
        return interval(name, 1, lower, upper);
    }

    /** A parameter of {@code size} numbers, each between the same two bounds. */
    public static Parameter interval(String name, int size, double lower, double upper) {
        return new Parameter(name, new IntervalTransform(size, lower, upper));
    }

    /** A parameter of {@code size} ≥ 2 positive numbers that sum to 1, by stick-breaking. */
    public static Parameter simplex(String name, int size) {
        return new Parameter(name, new SimplexTransform(size));
    }

    /** A parameter of {@code size} strictly ascending numbers. */
    public static Parameter ordered(String name, int size) {
        return new Parameter(name, new OrderedTransform(size));
    }

    /**
     * A parameter that is a correlation matrix of order {@code order} ≥ 2, seen by the model as order² numbers, row by
     * row.
     */
    public static Parameter correlation(String name, int order) {
        return new Parameter(name, new CorrelationTransform(order));
    }

    /**
     * A parameter that is a covariance matrix of order {@code order} ≥ 1, seen by the model as order² numbers, row by
     * row.
     */
    public static Parameter covariance(String name, int order) {
        return new Parameter(name, new CovarianceTransform(order));
    }

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
}
