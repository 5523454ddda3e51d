package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Coordinates of triangular factors. */
class LogCholeskyTest {

    private static final double[] FACTOR = {2, 0, -3, 0.5};

    @Test
    void coordinates_areRowsWithLogarithms() {
        double[] coordinates = LogCholesky.coordinates(FACTOR, 2);
        assertArrayEquals(new double[] {Math.log(2), -3, Math.log(0.5)}, coordinates);
        assertEquals(Math.log(0.5), coordinates[LogCholesky.index(1, 1)]);
    }

    @Test
    void factor_isFoundAgain() {
        double[] behind = {7, Math.log(2), -3, Math.log(0.5)};
        assertArrayEquals(FACTOR, LogCholesky.factor(behind, 1, 2), 1e-15);
        assertArrayEquals(new double[] {1, 0, 0, 1}, LogCholesky.factor(new double[3], 0, 2));
    }

    /** Of Σ w_ij f_ij, against central differences. */
    @Test
    void gradient_followsTheChainRule() {
        double[] weights = {0.7, 100, -1.1, 2};
        double[] at = LogCholesky.coordinates(FACTOR, 2);
        double[] gradient = LogCholesky.gradientInCoordinates(weights, FACTOR, 2);
        for (int k = 0; k < at.length; k++) {
            double[] above = at.clone();
            double[] below = at.clone();
            above[k] += 1e-5;
            below[k] -= 1e-5;
            assertEquals((weighed(weights, above) - weighed(weights, below)) / 2e-5, gradient[k], 1e-8);
        }
    }

    private static double weighed(double[] weights, double[] at) {
        return Vectors.dot(weights, LogCholesky.factor(at, 0, 2));
    }
}
