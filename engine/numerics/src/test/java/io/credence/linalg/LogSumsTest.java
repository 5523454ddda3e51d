package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogSumsTest {

    /** The logarithm of their sum is held to half a thousandth there, to a hundred and more with larger ones. */
    @Test
    void shares_sumToOneHoweverLargeTheLogarithms() {
        for (double large : new double[] {0, -1e6, -2.9e12, 3e17}) {
            double[] logs = {large, large, Math.nextUp(large), large};
            double[] shares = LogSums.softmax(logs);
            assertEquals(1, Arrays.stream(shares).sum(), 1e-15, () -> "" + large);
        }
    }

    @Test
    void sharesOfWhatIsNotFinite_areZeroOrNaN() {
        double infinite = Double.POSITIVE_INFINITY;
        assertArrayEquals(new double[2], LogSums.softmax(new double[] {-infinite, -infinite}));
        assertArrayEquals(new double[2], LogSums.softmax(new double[] {1, infinite}));
        assertTrue(Double.isNaN(LogSums.softmax(new double[] {1, Double.NaN})[0]));
        assertArrayEquals(new double[] {1, 0}, LogSums.softmax(new double[] {-3, -infinite}));
    }
}
