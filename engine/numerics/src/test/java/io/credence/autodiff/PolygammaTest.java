package io.credence.autodiff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PolygammaTest {

    /** ψ(x + n) − ψ(x) = 1/x + … + 1/(x + n − 1). */
    @Test
    void riseByWholeNumbers_isASumOfInverses() {
        for (double x : new double[] {1e-3, 0.4, 3, 19.5, 21, 1e4, 1e8}) {
            double sum = 0;
            for (int n = 0; n < 50; n++) {
                assertEquals(sum, Polygamma.digammaDifference(x, n), 2e-15 * (n + 1) * sum, "ψ(" + x + " + " + n + ")");
                sum += 1 / (x + n);
            }
        }
    }

    @Test
    void tinyRise_isASlope() {
        for (double x : new double[] {1e-3, 0.4, 3, 19.5, 21, 1e4, 1e6}) {
            double rise = 1e-12 * x;
            double expected = rise * (Polygamma.of(1, x) + 0.5 * rise * Polygamma.of(2, x));
            assertEquals(1, Polygamma.digammaDifference(x, rise) / expected, 1e-14, "at " + x);
        }
    }
}
