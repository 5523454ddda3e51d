package io.credence.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
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

    /** What the message says of any number of restarts. */
    @Test
    void severalRestarts_divideByFourEachTime() {
        GaussianPosterior q = new DiagonalGaussian(new double[] {1}, new double[] {3});
        for (int k = 1; k <= 5; k++) {
            q = RestartCount.withQuarterCovariance(q);
            assertEquals(3 * Math.pow(4, k), q.precision()[0]);
        }
        assertTrue(RestartCount.NARROWED.endsWith("its covariance is divided by 4, once for each such restart"));
    }

    @Test
    void aHundredNatsPerParameter_areOfTails() {
        assertFalse(RestartCount.isDominatedByTails(300, 3));
        assertTrue(RestartCount.isDominatedByTails(Math.nextUp(300.0), 3));
        assertFalse(RestartCount.isDominatedByTails(Double.NaN, 3));
    }
}
