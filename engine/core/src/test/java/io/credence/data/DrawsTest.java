package io.credence.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DrawsTest {

    private static final double[] MEAN = {0.5, -2, 100};
    private static final double[] PRECISION = {4, 0.3, 1e6};

    /** What an executor makes is to the bit what the driver makes of its posterior. */
    @ParameterizedTest
    @EnumSource
    void addressedDraws_areThoseOfTheDiagonalPosterior(Dependence kind) {
        DiagonalGaussian q = new DiagonalGaussian(MEAN, PRECISION);
        NormalDraws standard = new NormalDraws(5, 2, 16, 3, kind);
        Draws draws = new Draws.RegeneratedDraws(q.mean(), q.sd(), standard);
        assertEquals(16, draws.count());
        assertEquals(3, draws.dimension());
        double[] theta = new double[3];
        double[] epsilon = new double[3];
        for (int s = 0; s < 16; s++) {
            draws.fill(s, theta);
            standard.fill(s, epsilon);
            double[] deviation = q.deviation(epsilon);
            for (int j = 0; j < 3; j++) {
                assertEquals(MEAN[j] + epsilon[j] * q.sd()[j], theta[j]);
                assertEquals(MEAN[j] + deviation[j], theta[j], 1e-15 * Math.abs(MEAN[j]) + 1e-15);
            }
        }
    }

    @Test
    void givenDraws_areRowsOfTheirMatrix() {
        Draws draws = new Draws.ExplicitDraws(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
        double[] theta = new double[4];
        draws.fill(1, theta);
        assertArrayEquals(new double[] {4, 5, 6, 0}, theta);
    }

    @Test
    void numbersThatAreNotAMatrix_areRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new Draws.ExplicitDraws(new double[7], 2, 3));
        assertTrue(refused.getMessage().contains("6") && refused.getMessage().contains("7"), refused.getMessage());
    }
}
