package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;

class NormalTailTest {

    @Test
    void cdf_isThatOfErf() {
        for (double z = -7; z <= 9; z += 0.01) {
            double expected = 0.5 * Erf.erfc(-z / Math.sqrt(2));
            assertEquals(expected, NormalTail.cdf(z), 2e-15, "at " + z);
        }
        assertEquals(0, NormalTail.cdf(-40));
        assertEquals(1, NormalTail.cdf(40));
    }

    @Test
    void quantileAt95_isThatOfTheProbability() {
        assertEquals(0.95, NormalTail.cdf(NormalTail.QUANTILE_95), Math.ulp(0.95));
        assertEquals(NormalTail.quantile(0.95), NormalTail.QUANTILE_95, 1e-15);
    }

    @Test
    void ofLogCdf_undoesIt() {
        for (double z = -38; z <= 5; z += 0.0837) {
            double log = NormalTail.logCdf(z);
            double lost = 5e-15 * Math.abs(log) / NormalTail.inverseMills(z) + 4 * Math.ulp(z);
            for (double off : new double[] {0, 1e-6, -3e-6, 1e-3, -0.2, 1, -z}) {
                assertEquals(z, NormalTail.quantileOfLogCdf(log, z + off), lost, z + " from " + (z + off));
            }
        }
    }
}
