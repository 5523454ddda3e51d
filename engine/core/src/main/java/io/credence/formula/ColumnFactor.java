package io.credence.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Factor of a design column that is computed from one column of the table. A design column is a product of such
 * factors.
 */
public sealed interface ColumnFactor {

    /** Name of the column of the table. */
    String column();

    /** Factor that is the column's number itself. */
    record Identity(String column) implements ColumnFactor {}

    /**
     * Factor with one number for each level of the column.
     *
     * @param values number of each level
     */
    record LevelValues(String column, Map<String, Double> values) implements ColumnFactor {}

    /**
     * Factor that is a piecewise polynomial of the column's number.
     *
     * @param pieces polynomials in ascending order of their ranges; the first begins at −∞, the last ends at ∞
     */
    record Piecewise(String column, List<Polynomial> pieces) implements ColumnFactor {
        public Piecewise {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * Piece of a piecewise polynomial, Σ c_k ((x − centre) / scale)^k up to {@code upperEnd}.
     *
     * @param upperEnd upper end of its range, where the next polynomial begins; ∞ for the last
     * @param coefficients c_0, c_1 …
     */
    record Polynomial(double upperEnd, double centre, double scale, List<Double> coefficients) {

        /**
         * Polynomial of a given number of coefficients that interpolates a function at as many points, by Newton's
         * divided differences.
         */
        static Polynomial interpolating(
                java.util.function.DoubleUnaryOperator function, double to, double centre, double scale, int degree) {
            double[] t = new double[degree + 1];
            double[] differences = new double[degree + 1];
            for (int i = 0; i <= degree; i++) {
                t[i] = Math.cos(Math.PI * (i + 0.5) / (degree + 1));
                differences[i] = function.applyAsDouble(centre + scale * t[i]);
            }
            for (int order = 1; order <= degree; order++) {
                for (int i = degree; i >= order; i--) {
                    differences[i] = (differences[i] - differences[i - 1]) / (t[i] - t[i - order]);
                }
            }
            double[] powers = new double[degree + 1];
            for (int i = degree; i >= 0; i--) {
                for (int k = degree; k > 0; k--) {
                    powers[k] = powers[k - 1] - t[i] * powers[k];
                }
                powers[0] = differences[i] - t[i] * powers[0];
            }
            List<Double> coefficients = new ArrayList<>();
            for (double power : powers) {
                coefficients.add(power);
            }
            return new Polynomial(to, centre, scale, coefficients);
        }
    }
}
