package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpectrumTest {

    private static Spectrum of(double[] matrix, int d) {
        return Spectrum.estimate(d, v -> Naive.times(matrix, v));
    }

    private static double[] eigenvalues(double[] matrix, int d) {
        double[][] rows = new double[d][];
        for (int i = 0; i < d; i++) {
            rows[i] = Arrays.copyOfRange(matrix, i * d, (i + 1) * d);
        }
        double[] values = new EigenDecompositionSymmetric(new Array2DRowRealMatrix(rows)).getEigenvalues();
        Arrays.sort(values);
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20})
    void smallMatrix_hasItsExactRange(int d) {
        double[] matrix = RandomArrays.of("small " + d).symmetric(d, 3);
        double[] values = eigenvalues(matrix, d);
        assertClose("least", values[0], of(matrix, d).least(), 1e-12);
        assertClose("greatest", values[d - 1], of(matrix, d).greatest(), 1e-12);
    }

    @Test
    void knownMatrices_haveTheirRange() {
        assertEquals(new Spectrum(0, 0), of(new double[9], 3));
        Spectrum identity = of(Naive.diagonal(1, 1, 1, 1), 4);
        assertEquals(1, identity.least(), 1e-14);
        assertEquals(1, identity.greatest(), 1e-14);
        // One direction among many.
        double[] entries = new double[100];
        entries[7] = -1e6;
        Spectrum one = of(Naive.diagonal(entries), 100);
        assertClose("least", -1e6, one.least(), 1e-9);
        assertEquals(0, one.greatest(), 1e-3);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 200})
    void largeMatrix_isEnclosedClosely(int d) {
        double[] matrix = RandomArrays.of("large " + d).symmetric(d, 1);
        double[] values = eigenvalues(matrix, d);
        double width = values[d - 1] - values[0];
        Spectrum range = of(matrix, d);
        assertTrue(Math.abs(range.least() - values[0]) < 0.05 * width, range + "; " + TestSeed.replay());
        assertTrue(Math.abs(range.greatest() - values[d - 1]) < 0.05 * width, range + "; " + TestSeed.replay());
    }

    @Test
    void overflow_isNotFinite() {
        assertFalse(of(Naive.diagonal(Double.POSITIVE_INFINITY, 1), 2).isFinite());
        assertFalse(of(Naive.diagonal(1e300, -1e300), 2).isFinite());
    }

    @Test
    void bounds_shrinkTheStep() {
        Spectrum range = new Spectrum(-2, 5);
        assertEquals(0.1, range.boundedStepSize(0.1, -0.75, 3));
        assertEquals(0.375, range.boundedStepSize(0.5, -0.75, 3));
        assertEquals(0.2, range.boundedStepSize(0.5, -10, 1));
    }
}
