package io.credence.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import org.junit.jupiter.api.Test;

/** Searches that begin again narrower. */
class RestartCountTest {

    @Test
    void fortyTimes_areEnough() {
        RestartCount times = RestartCount.NONE;
        for (int k = 0; k < 40; k++) {
            assertFalse(times.isExhausted());
            assertEquals(Math.scalb(1.0, -2 * k), times.stepShare());
            times = times.next();
        }
        assertTrue(times.isExhausted());
    }

    @Test
    void covariance_isDividedByFour() {
        DiagonalGaussian q = new DiagonalGaussian(new double[] {1, 2}, new double[] {0.5, 3});
        assertArrayEquals(
                new double[] {2, 12}, RestartCount.withQuarterCovariance(q).precision());
    }

    @Test
    void aHundredNatsPerParameter_areOfTails() {
        assertFalse(RestartCount.isDominatedByTails(300, 3));
        assertTrue(RestartCount.isDominatedByTails(Math.nextUp(300.0), 3));
        assertFalse(RestartCount.isDominatedByTails(Double.NaN, 3));
    }
}
