package io.credence.mixed.row;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.mixed.model.VarianceCoordinates;

/**
 * Starting values of a search for variance components. Effects and residual share the variance that least squares on
 * the fixed effects leave.
 */
public final class StartingComponents {

    private StartingComponents() {}

    /** Starting values by the sums of rows with a normal response. */
    public static double[] startingValues(ArrowSums sums, VarianceCoordinates coordinates) {
        return startingValues(sums.fixed(), sums.weight(), sums.columns(), coordinates);
    }

    /**
     * Starting values by products of the columns of rows with a normal response.
     *
     * @param fixed products of the fixed columns and the response, (p + 1) × (p + 1)
     * @param weight sum of the rows' weights
     * @param columns mean products of the columns of each entry of the model's effects
     */
    public static double[] startingValues(
            double[] fixed, double weight, ColumnProducts columns, VarianceCoordinates coordinates) {
        int p = (int) Math.round(Math.sqrt(fixed.length)) - 1;
        double left = fixed[fixed.length - 1];
        double[] gram = new double[p * p];
        double[] shift = new double[p];
        for (int i = 0; i < p; i++) {
            System.arraycopy(fixed, i * (p + 1), gram, i * p, p);
            gram[i * p + i] += 1e-8 * gram[i * p + i] + Double.MIN_NORMAL;
            shift[i] = fixed[i * (p + 1) + p];
        }
        Cholesky normal = Cholesky.of(JavaDenseKernel.INSTANCE, gram, p);
        if (normal != null) {
            for (double each : normal.solveFactor(shift)) {
                left -= each * each;
            }
        }
        double spread = Math.sqrt(Math.max(left / weight, 1e-12));
        return startingValues(0.5 * spread, columns, coordinates, 0.7 * spread);
    }

    /**
     * Starting values of a model with a dispersion under an identity link, by least squares, in the units of the
     * response.
     */
    public static double[] startingValuesWithDispersion(ArrowSums sums, VarianceCoordinates coordinates) {
        double[] start = startingValues(sums, coordinates);
        start[start.length - 1] *= 2;
        return start;
    }

    /** Starting values with effects that move a row's linear predictor by {@code spread} each. */
    public static double[] startingValues(
            double spread, ColumnProducts columns, VarianceCoordinates coordinates, double residual) {
        return coordinates.fromCovariances(columns.covariances(coordinates.entries(), spread), residual);
    }
}
