package io.credence.model;

import java.io.Serializable;

/**
 * A named parameter of a model, scalar or not, with the constraint under which the model sees it. The posterior is
 * about the unconstrained numbers behind it.
 *
 * @param name name in reports, not blank
 * @param transform from unconstrained numbers to the parameter
 */
public record Parameter(String name, Transform transform) implements Serializable {

    public Parameter {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a parameter must have a name but it was blank");
        }
    }

    /** Any number. */
    public static Parameter real(String name) {
        return real(name, 1);
    }

    /** Any {@code size} numbers. */
    public static Parameter real(String name, int size) {
        return new Parameter(name, new IdentityTransform(size));
    }

    /** A positive number, the exponential of an unconstrained one. */
    public static Parameter positive(String name) {
        return positive(name, 1);
    }

    /** {@code size} positive numbers. */
    public static Parameter positive(String name, int size) {
        return new Parameter(name, new PositiveTransform(size));
    }

    /** A number between two bounds, by the logistic function. */
    public static Parameter interval(String name, double lower, double upper) {
        return interval(name, 1, lower, upper);
    }

    /** {@code size} numbers, each between the same two bounds. */
    public static Parameter interval(String name, int size, double lower, double upper) {
        return new Parameter(name, new IntervalTransform(size, lower, upper));
    }

    /** {@code size} ≥ 2 positive numbers that sum to 1, by stick-breaking. */
    public static Parameter simplex(String name, int size) {
        return new Parameter(name, new SimplexTransform(size));
    }

    /** {@code size} strictly ascending numbers. */
    public static Parameter ordered(String name, int size) {
        return new Parameter(name, new OrderedTransform(size));
    }

    /** A correlation matrix of order {@code order} ≥ 2, seen by the model as order² numbers, row by row. */
    public static Parameter correlation(String name, int order) {
        return new Parameter(name, new CorrelationTransform(order));
    }

    /** A covariance matrix of order {@code order} ≥ 1, seen by the model as order² numbers, row by row. */
    public static Parameter covariance(String name, int order) {
        return new Parameter(name, new CovarianceTransform(order));
    }
}
