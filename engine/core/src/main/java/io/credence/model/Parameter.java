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
}
