package io.credence.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Natural cubic splines, as R's {@code ns}. They are cubic B-splines without the first, rotated so that second
 * derivatives vanish at both ends, and are linear beyond the outermost knots.
 */
final class NaturalSplineBasis implements Basis {

    private static final long serialVersionUID = 1;
    private static final int DEGREE = 3;

    private final double[] knots;
    private final DeBoorRecurrence splines;
    private final double[] firstTurn;
    private final double[] secondTurn;

    /**
     * Creates splines with given knots.
     *
     * @param knots outermost and interior knots, in ascending order
     */
    public NaturalSplineBasis(List<Double> knots) {
        this.splines = new DeBoorRecurrence(knots, DEGREE);
        this.knots = Basis.unboxed(knots);
        double[] left = splines.valuesAt(lowestKnot(), 2);
        double[] right = splines.valuesAt(highestKnot(), 2);
        this.firstTurn = reflector(left, 0);
        reflect(firstTurn, right);
        this.secondTurn = reflector(right, 1);
    }

    private List<Double> knots() {
        return Basis.boxed(knots);
    }

    @Override
    public Map<String, Object> parameters() {
        return Map.of("knots", knots());
    }

    @Override
    public String toString() {
        return "natural spline with knots " + knots();
    }

    private double lowestKnot() {
        return knots[0];
    }

    private double highestKnot() {
        return knots[knots.length - 1];
    }

    /** Number of functions, one less than there are knots. */
    @Override
    public int size() {
        return knots.length - 1;
    }

    @Override
    public List<ColumnFactor.Polynomial> polynomialPieces(int function) {
        List<ColumnFactor.Polynomial> pieces = new ArrayList<>();
        double width = highestKnot() - lowestKnot();
        pieces.add(ColumnFactor.Polynomial.interpolating(
                x -> valueAt(x, function), lowestKnot(), lowestKnot() - width, width, 1));
        for (int k = 0; k + 1 < knots.length; k++) {
            double half = 0.5 * (knots[k + 1] - knots[k]);
            if (half > 0) {
                pieces.add(ColumnFactor.Polynomial.interpolating(
                        x -> valueAt(x, function), knots[k + 1], knots[k] + half, half, DEGREE));
            }
        }
        pieces.add(ColumnFactor.Polynomial.interpolating(
                x -> valueAt(x, function), Double.POSITIVE_INFINITY, highestKnot() + width, width, 1));
        return pieces;
    }

    @Override
    public void writeValues(double x, double[] into, int from) {
        double pivot = Math.min(highestKnot(), Math.max(lowestKnot(), x));
        double[] values = splines.valuesAt(pivot, 0);
        if (pivot != x) {
            double[] slopes = splines.valuesAt(pivot, 1);
            for (int j = 0; j < values.length; j++) {
                values[j] += (x - pivot) * slopes[j];
            }
        }
        reflect(firstTurn, values);
        reflect(secondTurn, values);
        System.arraycopy(values, 2, into, from, size());
    }

    /**
     * Unit vector of a Householder reflection. It maps the elements of {@code vector} from index {@code from} to their
     * first axis.
     */
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
}
