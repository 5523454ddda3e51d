package io.credence.family;

/** A smooth increasing function y of a standard normal number ε, tabulated for |ε| ≤ 12 and continued linearly. */
final class NormalMap {
    // Quintic Hermite interpolation of y, y′ and y″ at knots h = 1/32 apart errs by at most h⁶/46080 |y⁽⁶⁾|, 2e-14
    // times the sixth derivative. Each knot is solved for from its neighbour's Taylor polynomial, outwards from ε = 0.

    private static final int REACH = 12;
    private static final int KNOTS_PER_UNIT = 32;
    private static final double STEP = 1.0 / KNOTS_PER_UNIT;
    private static final int MOST_ITERATIONS = 200;

    private final int first;
    private final double[] value;
    private final double[] slope;
    private final double[] curvature;

    /** What is tabulated. */
    interface Curve {

        /** A rough y(0). */
        double centre();

        /** A Newton step at {@code y} towards the y that belongs to ε. */
        double correction(double epsilon, double y);

        /** y′ at (ε, y). */
        double slope(double epsilon, double y);

        /** y″ at (ε, y) where y′ is {@code slope}. */
        double curvature(double epsilon, double y, double slope);
    }

    /**
     * Tabulates a curve.
     *
     * @param bothSides whether for negative ε too, else for ε ≥ 0 only
     */
    NormalMap(Curve curve, boolean bothSides) {
        int side = REACH * KNOTS_PER_UNIT;
        this.first = bothSides ? -side : 0;
        this.value = new double[side - first + 1];
        this.slope = new double[value.length];
        this.curvature = new double[value.length];
        knot(curve, 0, curve.centre());
        for (int k = 1; k <= side; k++) {
            knot(curve, k, continued(k - 1, STEP));
        }
        for (int k = -1; k >= first; k--) {
            knot(curve, k, continued(k + 1, -STEP));
        }
    }

    private double continued(int knot, double step) {
        int i = knot - first;
        return value[i] + step * (slope[i] + 0.5 * step * curvature[i]);
    }

    private void knot(Curve curve, int knot, double guess) {
        double epsilon = knot * STEP;
        double y = guess;
        double correction = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_ITERATIONS && Math.abs(correction) > 1e-10 * Math.abs(y); i++) {
            correction = curve.correction(epsilon, y);
            y += correction;
        }
        int at = knot - first;
        value[at] = y;
        slope[at] = curve.slope(epsilon, y);
        curvature[at] = curve.curvature(epsilon, y, slope[at]);
    }

    /** y(ε). */
    double at(double epsilon) {
        double position = epsilon * KNOTS_PER_UNIT - first;
        int i = (int) Math.max(0, Math.min(value.length - 2, Math.floor(position)));
        double t = position - i;
        if (t < 0 || t > 1) {
            int end = t < 0 ? 0 : value.length - 1;
            return value[end] + slope[end] * (position - end) * STEP;
        }
        double difference = value[i + 1] - value[i];
        double s0 = slope[i] * STEP;
        double s1 = slope[i + 1] * STEP;
        double c0 = 0.5 * curvature[i] * STEP * STEP;
        double c1 = 0.5 * curvature[i + 1] * STEP * STEP;
        double a3 = 10 * difference - 6 * s0 - 4 * s1 - 3 * c0 + c1;
        double a4 = -15 * difference + 8 * s0 + 7 * s1 + 3 * c0 - 2 * c1;
        double a5 = 6 * difference - 3 * (s0 + s1) - c0 + c1;
        return value[i] + t * (s0 + t * (c0 + t * (a3 + t * (a4 + t * a5))));
    }
}
