package io.credence.model;

import java.util.List;
import java.util.stream.IntStream;

/** Transform that maps every number by itself, with one function. */
interface ElementTransform extends Transform {

    /** Number of elements. */
    int size();

    /** Constrained number x(u). */
    double value(double u);

    /** Derivative dx/du. */
    double slope(double u);

    /** Log derivative log dx/du. */
    double logSlope(double u);

    /** Derivative d log(dx/du) / du. */
    double logSlopeDerivative(double u);

    /** Unconstrained number u(x). */
    double inverse(double x);

    /** Name of an unconstrained element. */
    String unconstrainedName(String name);

    @Override
    default int unconstrained() {
        return size();
    }

    @Override
    default int constrained() {
        return size();
    }

    @Override
    default List<String> names(String name) {
        return size() == 1 ? List.of(name) : indexedNames(name, size());
    }

    @Override
    default List<String> unconstrainedNames(String name) {
        return names(name).stream().map(this::unconstrainedName).toList();
    }

    @Override
    default void constrain(double[] u, int at, double[] x, int xAt) {
        for (int k = 0; k < size(); k++) {
            x[xAt + k] = value(u[at + k]);
        }
    }

    @Override
    default void unconstrain(double[] x, int xAt, double[] u, int at) {
        for (int k = 0; k < size(); k++) {
            u[at + k] = inverse(x[xAt + k]);
        }
    }

    @Override
    default double logJacobian(double[] u, int at) {
        double sum = 0;
        for (int k = 0; k < size(); k++) {
            sum += logSlope(u[at + k]);
        }
        return sum;
    }

    @Override
    default void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        for (int k = 0; k < size(); k++) {
            gradient[gradientAt + k] += logSlopeDerivative(u[at + k]);
        }
    }

    @Override
    default void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        for (int k = 0; k < size(); k++) {
            gradient[gradientAt + k] += slopes[slopesAt + k] * slope(u[at + k]);
        }
    }

    /** Names {@code name[1]} to {@code name[count]}. */
    static List<String> indexedNames(String name, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(k -> name + "[" + k + "]")
                .toList();
    }

    /** Refuses fewer than {@code least} elements. */
    static void requireSize(int size, int least, String what) {
        if (size < least) {
            throw new IllegalArgumentException(
                    "a parameter that is " + what + " must have at least " + least + " entries but was given " + size);
        }
    }
}
