package io.credence.formula;

import java.io.Serializable;

/**
 * Cubic B-splines that are not 0 in an interval between two knots, by de Boor's recurrence. Interval {@code span} begins
 * at knot {@code span}, and its four splines are those from {@code span - 3} on.
 *
 * @param knots knots in ascending order, with three more at each end
 */
record LocalSplines(double[] knots) implements Serializable {

    static final int DEGREE = 3;

    /** Values of the four splines. */
    double[] values(double x, int span) {
        return values(x, span, DEGREE);
    }

    private double[] values(double x, int span, int degree) {
        double[] values = new double[DEGREE + 1];
        values[0] = 1;
        for (int order = 1; order <= degree; order++) {
            double saved = 0;
            for (int r = 0; r < order; r++) {
                double right = knots[span + r + 1];
                double left = knots[span + 1 - order + r];
                double share = values[r] / (right - left);
                values[r] = saved + (right - x) * share;
                saved = (x - left) * share;
            }
            values[order] = saved;
        }
        return values;
    }

    /** Second derivatives of the four splines. */
    double[] bends(double x, int span) {
        double[] bends = values(x, span, 1);
        for (int degree = 2; degree <= DEGREE; degree++) {
            double before = 0;
            for (int r = 0; r <= degree; r++) {
                int j = span - degree + r;
                double up = r == 0 ? 0 : before / (knots[j + degree] - knots[j]);
                double down = r == degree ? 0 : bends[r] / (knots[j + degree + 1] - knots[j + 1]);
                before = bends[r];
                bends[r] = degree * (up - down);
            }
        }
        return bends;
    }
}
