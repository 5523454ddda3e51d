package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import org.junit.jupiter.api.Test;

class LowerVarianceGradientTest {

    private static final DiagonalGaussian POSTERIOR =
            new DiagonalGaussian(new double[] {1, -2}, new double[] {4, 0.25});
    private static final double[][] THETA = {{1.5, -4}, {0.5, 0}, {1, 1}};
    /** Σ c = 0, as where a mean was taken off. */
    private static final double[] SCORES = {0.4, -0.1, -0.3};

    private static double[][] paths(double scale) {
        double[][] paths = new double[THETA.length][2];
        for (int s = 0; s < THETA.length; s++) {
            POSTERIOR.addLogDensityGradient(THETA[s], scale * SCORES[s], paths[s]);
        }
        return paths;
    }

    @Test
    void shorterParts_areQuieter() {
        assertFalse(WeightedEvaluation.isQuieterByValues(POSTERIOR, THETA, paths(0.9), SCORES));
        assertTrue(WeightedEvaluation.isQuieterByValues(POSTERIOR, THETA, paths(1.1), SCORES));
    }

    @Test
    void equalPaths_haveNoNoiseHoweverLong() {
        double[][] paths = {{1e6, -1e6}, {1e6, -1e6}, {1e6, -1e6}};
        assertFalse(WeightedEvaluation.isQuieterByValues(POSTERIOR, THETA, paths, SCORES));
    }

    @Test
    void units_doNotMatter() {
        // The same posterior with the first coordinate in thousandths, the second in thousands.
        double[] unit = {1e3, 1e-3};
        double[] mean = new double[2];
        double[] precision = new double[2];
        double[][] theta = new double[THETA.length][2];
        for (int j = 0; j < 2; j++) {
            mean[j] = unit[j] * POSTERIOR.mean()[j];
            precision[j] = POSTERIOR.precision()[j] / (unit[j] * unit[j]);
            for (int s = 0; s < THETA.length; s++) {
                theta[s][j] = unit[j] * THETA[s][j];
            }
        }
        DiagonalGaussian scaled = new DiagonalGaussian(mean, precision);
        for (double scale : new double[] {0.9, 1.1}) {
            double[][] paths = paths(scale);
            for (double[] path : paths) {
                path[0] /= unit[0];
                path[1] /= unit[1];
            }
            boolean expected = WeightedEvaluation.isQuieterByValues(POSTERIOR, THETA, paths(scale), SCORES);
            assertTrue(expected == WeightedEvaluation.isQuieterByValues(scaled, theta, paths, SCORES));
        }
    }
}
