package io.credence.testkit;

import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Central differences of a function of a vector, against which analytic derivatives are checked.
 *
 * <p>First derivatives use the step ε^(1/3)·max(1, |x_i|) and are good to about 1e-9 of the function's scale; second
 * derivatives use ε^(1/4)·max(1, |x_i|) and are good to about 1e-6. The point is never changed.
 */
public final class FiniteDifference {
    private static final double FIRST_ORDER_STEP = Math.cbrt(Math.ulp(1.0));
    private static final double SECOND_ORDER_STEP = Math.sqrt(Math.sqrt(Math.ulp(1.0)));

    private FiniteDifference() {}

    /** Gradient of {@code function} at {@code point}: element i is ∂f/∂x_i. */
    public static double[] gradient(ToDoubleFunction<double[]> function, double[] point) {
        double[] gradient = new double[point.length];
        for (int i = 0; i < point.length; i++) {
            double step = step(FIRST_ORDER_STEP, point[i]);
            gradient[i] = (at(function, point, i, step) - at(function, point, i, -step)) / (2 * step);
        }
        return gradient;
    }

    /** Jacobian of {@code function} at {@code point}: row i, column j is ∂f_i/∂x_j. */
    public static double[][] jacobian(UnaryOperator<double[]> function, double[] point) {
        int rows = function.apply(point.clone()).length;
        double[][] jacobian = new double[rows][point.length];
        for (int j = 0; j < point.length; j++) {
            double step = step(FIRST_ORDER_STEP, point[j]);
            double[] above = function.apply(shifted(point, j, step));
            double[] below = function.apply(shifted(point, j, -step));
            for (int i = 0; i < rows; i++) {
                jacobian[i][j] = (above[i] - below[i]) / (2 * step);
            }
        }
        return jacobian;
    }

    /** Symmetric Hessian of {@code function} at {@code point}, from values alone. */
    public static double[][] hessian(ToDoubleFunction<double[]> function, double[] point) {
        int dimension = point.length;
        double[][] hessian = new double[dimension][dimension];
        double centre = function.applyAsDouble(point.clone());
        for (int i = 0; i < dimension; i++) {
            double step = step(SECOND_ORDER_STEP, point[i]);
            double above = at(function, point, i, step);
            double below = at(function, point, i, -step);
            hessian[i][i] = (above - 2 * centre + below) / (step * step);
            for (int j = 0; j < i; j++) {
                hessian[i][j] = mixed(function, point, i, j);
                hessian[j][i] = hessian[i][j];
            }
        }
        return hessian;
    }

    private static double mixed(ToDoubleFunction<double[]> function, double[] point, int i, int j) {
        double stepI = step(SECOND_ORDER_STEP, point[i]);
        double stepJ = step(SECOND_ORDER_STEP, point[j]);
        double[] right = shifted(point, i, stepI);
        double[] left = shifted(point, i, -stepI);
        double difference = at(function, right, j, stepJ)
                - at(function, right, j, -stepJ)
                - at(function, left, j, stepJ)
                + at(function, left, j, -stepJ);
        return difference / (4 * stepI * stepJ);
    }

    private static double step(double relative, double coordinate) {
        double step = relative * Math.max(1.0, Math.abs(coordinate));
        return coordinate + step - coordinate;
    }

    private static double at(ToDoubleFunction<double[]> function, double[] point, int i, double shift) {
        return function.applyAsDouble(shifted(point, i, shift));
    }

    private static double[] shifted(double[] point, int i, double shift) {
        double[] shifted = point.clone();
        shifted[i] += shift;
        return shifted;
    }
}
