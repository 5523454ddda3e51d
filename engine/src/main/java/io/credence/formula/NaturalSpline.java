package io.credence.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Natural cubic splines, linear beyond the outermost knots: cubic B-splines without the first, turned so that the second
 * derivatives at both ends vanish, as R's {@code ns}.
 */
public final class NaturalSpline implements Basis {

    private static final long serialVersionUID = 1;
    private static final int ORDER = 4;

    private final double[] knots;
    private final double[] repeated;
    private final double[] firstTurn;
    private final double[] secondTurn;

    /**
     * Splines with given knots.
     *
     * @param knots the outermost knots and those between, ascending
     */
    public NaturalSpline(List<Double> knots) {
        this.knots = knots.stream().mapToDouble(Double::doubleValue).toArray();
        for (int k = 1; k < this.knots.length; k++) {
            if (!(this.knots[k - 1] < this.knots[k])) {
                throw new IllegalArgumentException("knots of a spline must ascend but were " + knots);
            }
        }
        if (knots.size() < 2) {
            throw new IllegalArgumentException("a spline must have two knots at least but had " + knots);
        }
        this.repeated = repeated(this.knots);
        double[] left = basis(low(), 2);
        double[] right = basis(high(), 2);
        this.firstTurn = reflector(left, 0);
        reflect(firstTurn, right);
        this.secondTurn = reflector(right, 1);
    }

    /** With the outermost ones as often as cubic B-splines want them. */
    private static double[] repeated(double[] knots) {
        int interior = knots.length - 2;
        double[] t = new double[interior + 2 * ORDER];
        Arrays.fill(t, 0, ORDER, knots[0]);
        System.arraycopy(knots, 1, t, ORDER, interior);
        Arrays.fill(t, ORDER + interior, t.length, knots[knots.length - 1]);
        return t;
    }

    /** The outermost knots and those between, ascending. */
    public List<Double> knots() {
        return Arrays.stream(knots).boxed().toList();
    }

    @Override
    public String toString() {
        return "natural spline with knots " + knots();
    }

    private double low() {
        return knots[0];
    }

    private double high() {
        return knots[knots.length - 1];
    }

    /** One less than there are knots. */
    @Override
    public int size() {
        return knots.length - 1;
    }

    @Override
    public List<ColumnFactor.Polynomial> pieces(int function) {
        List<ColumnFactor.Polynomial> pieces = new ArrayList<>();
        double width = high() - low();
        pieces.add(ColumnFactor.Polynomial.through(x -> at(x, function), low(), low() - width, width, 1));
        for (int k = 0; k + 1 < knots.length; k++) {
            double half = 0.5 * (knots[k + 1] - knots[k]);
            if (half > 0) {
                pieces.add(ColumnFactor.Polynomial.through(
                        x -> at(x, function), knots[k + 1], knots[k] + half, half, ORDER - 1));
            }
        }
        pieces.add(ColumnFactor.Polynomial.through(
                x -> at(x, function), Double.POSITIVE_INFINITY, high() + width, width, 1));
        return pieces;
    }

    @Override
    public void write(double x, double[] into, int from) {
        double pivot = Math.min(high(), Math.max(low(), x));
        double[] values = basis(pivot, 0);
        if (pivot != x) {
            double[] slopes = basis(pivot, 1);
            for (int j = 0; j < values.length; j++) {
                values[j] += (x - pivot) * slopes[j];
            }
        }
        reflect(firstTurn, values);
        reflect(secondTurn, values);
        System.arraycopy(values, 2, into, from, size());
    }

    /** Householder's unit vector that sends the part of {@code vector} from {@code from} on to its first axis. */
    private static double[] reflector(double[] vector, int from) {
        double[] unit = new double[vector.length];
        double norm = 0;
        for (int j = from; j < vector.length; j++) {
            unit[j] = vector[j];
            norm += vector[j] * vector[j];
        }
        unit[from] += Math.copySign(Math.sqrt(norm), vector[from] == 0 ? 1 : vector[from]);
        double length = Math.sqrt(Arrays.stream(unit).map(u -> u * u).sum());
        for (int j = from; j < vector.length; j++) {
            unit[j] /= length;
        }
        return unit;
    }

    private static void reflect(double[] unit, double[] vector) {
        double product = 0;
        for (int j = 0; j < vector.length; j++) {
            product += unit[j] * vector[j];
        }
        for (int j = 0; j < vector.length; j++) {
            vector[j] -= 2 * product * unit[j];
        }
    }

    /** Cubic B-splines at a point between the outermost knots, or a derivative of them, all but the first. */
    private double[] basis(double x, int derivative) {
        int count = repeated.length - ORDER;
        double[] all = new double[count];
        for (int j = 0; j < count; j++) {
            all[j] = spline(repeated, j, ORDER, x, derivative);
        }
        return Arrays.copyOfRange(all, 1, count);
    }

    /** B-spline j by de Boor's recurrence; at the last knot its limit from the left. */
    private static double spline(double[] t, int j, int order, double x, int derivative) {
        if (order == 1) {
            double last = t[t.length - 1];
            boolean inside = t[j] <= x && x < t[j + 1];
            return inside || x == last && t[j] < last && t[j + 1] == last ? 1 : 0;
        }
        double left = t[j + order - 1] - t[j];
        double right = t[j + order] - t[j + 1];
        double sum = 0;
        if (derivative > 0) {
            sum += left > 0 ? (order - 1) / left * spline(t, j, order - 1, x, derivative - 1) : 0;
            sum -= right > 0 ? (order - 1) / right * spline(t, j + 1, order - 1, x, derivative - 1) : 0;
            return sum;
        }
        sum += left > 0 ? (x - t[j]) / left * spline(t, j, order - 1, x, 0) : 0;
        sum += right > 0 ? (t[j + order] - x) / right * spline(t, j + 1, order - 1, x, 0) : 0;
        return sum;
    }
}
