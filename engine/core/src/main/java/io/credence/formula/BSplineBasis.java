package io.credence.formula;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * B-splines of a given degree without the first, as R's {@code bs}. Beyond the outermost knots, the nearest polynomial
 * is continued.
 */
final class BSplineBasis implements Basis {

    private static final long serialVersionUID = 1;

    private final double[] knots;
    private final int degree;
    private final DeBoorRecurrence splines;

    /**
     * Creates splines with given knots.
     *
     * @param knots outermost and interior knots, in ascending order
     */
    public BSplineBasis(List<Double> knots, int degree) {
        this.splines = new DeBoorRecurrence(knots, degree);
        this.knots = Basis.unboxed(knots);
        this.degree = degree;
    }

    private List<Double> knots() {
        return Basis.boxed(knots);
    }

    @Override
    public Map<String, Object> parameters() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("knots", knots());
        all.put("degree", degree);
        return all;
    }

    @Override
    public String toString() {
        return "B-spline of degree " + degree + " with knots " + knots();
    }

    @Override
    public int size() {
        return knots.length - 2 + degree;
    }

    @Override
    public List<ColumnFactor.Polynomial> polynomialPieces(int function) {
        List<ColumnFactor.Polynomial> pieces = new ArrayList<>();
        for (int k = 0; k + 1 < knots.length; k++) {
            double half = 0.5 * (knots[k + 1] - knots[k]);
            double to = k + 2 < knots.length ? knots[k + 1] : Double.POSITIVE_INFINITY;
            pieces.add(ColumnFactor.Polynomial.interpolating(
                    x -> valueAt(x, function), to, knots[k] + half, half, degree));
        }
        return pieces;
    }

    @Override
    public void writeValues(double x, double[] into, int from) {
        double pivot = Math.min(knots[knots.length - 1], Math.max(knots[0], x));
        double[] values = splines.valuesAt(pivot, 0);
        // Beyond the last knots by the Taylor series, which ends
        double power = 1;
        for (int order = 1; order <= degree && pivot != x; order++) {
            power *= (x - pivot) / order;
            double[] derivatives = splines.valuesAt(pivot, order);
            for (int j = 0; j < values.length; j++) {
                values[j] += power * derivatives[j];
            }
        }
        System.arraycopy(values, 0, into, from, values.length);
    }
}
