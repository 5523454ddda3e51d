package io.credence.formula;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Evaluator of B-splines between the outermost knots by de Boor's recurrence. The first spline is left out, since the
 * intercept replaces it.
 */
final class DeBoorRecurrence implements Serializable {

    private static final long serialVersionUID = 1;

    private final int order;
    private final double[] repeated;

    /**
     * Creates splines with given knots.
     *
     * @param knots outermost and interior knots, in ascending order
     * @throws IllegalArgumentException if they do not ascend or are fewer than two
     */
    DeBoorRecurrence(List<Double> knots, int degree) {
        for (int k = 1; k < knots.size(); k++) {
            if (!(knots.get(k - 1) < knots.get(k))) {
                throw new IllegalArgumentException("knots of a spline must ascend but were " + knots);
            }
        }
        if (knots.size() < 2) {
            throw new IllegalArgumentException("a spline must have two knots at least but had " + knots);
        }
        order = degree + 1;
        repeated = new double[knots.size() + 2 * degree];
        Arrays.fill(repeated, 0, order, knots.get(0));
        for (int k = 1; k < knots.size() - 1; k++) {
            repeated[degree + k] = knots.get(k);
        }
        Arrays.fill(repeated, repeated.length - order, repeated.length, knots.get(knots.size() - 1));
    }

    /** Values of all splines, or of their derivatives, at a point between the first and the last knot. */
    double[] valuesAt(double x, int derivative) {
        double[] all = new double[repeated.length - order - 1];
        for (int j = 0; j < all.length; j++) {
            all[j] = splineValue(j + 1, order, x, derivative);
        }
        return all;
    }

    /** Value of one spline or its derivative by recurrence. At the last knot it is the limit from the left. */
    private double splineValue(int j, int order, double x, int derivative) {
        double[] t = repeated;
        if (order == 1) {
            double last = t[t.length - 1];
            boolean inside = t[j] <= x && x < t[j + 1];
            return derivative == 0 && (inside || x == last && t[j] < last && t[j + 1] == last) ? 1 : 0;
        }
        double left = t[j + order - 1] - t[j];
        double right = t[j + order] - t[j + 1];
        double sum = 0;
        if (derivative > 0) {
            sum += left > 0 ? (order - 1) / left * splineValue(j, order - 1, x, derivative - 1) : 0;
            sum -= right > 0 ? (order - 1) / right * splineValue(j + 1, order - 1, x, derivative - 1) : 0;
            return sum;
        }
        sum += left > 0 ? (x - t[j]) / left * splineValue(j, order - 1, x, 0) : 0;
        sum += right > 0 ? (t[j + order] - x) / right * splineValue(j + 1, order - 1, x, 0) : 0;
        return sum;
    }
}
