package io.credence.testkit;

import org.junit.jupiter.api.Assertions;

/** Assertions of equality up to rounding, relative to the size of the expected number. A failure names the seed. */
public final class Close {

    private Close() {}

    /** Demands |actual − expected| ≤ tolerance · max(1, |expected|). */
    public static void assertClose(String what, double expected, double actual, double tolerance) {
        assertWithin(what, expected, actual, tolerance * Math.max(1, Math.abs(expected)));
    }

    /** Demands |actual − expected| ≤ allowed; NaN fails. */
    public static void assertWithin(String what, double expected, double actual, double allowed) {
        if (!(Math.abs(actual - expected) <= allowed)) {
            Assertions.fail(String.format(
                    "%s must be %.17g within %.3g but was %.17g; %s",
                    what, expected, allowed, actual, TestSeed.replay()));
        }
    }

    /** Demands |actual − expected| ≤ tolerance · max(1, largest |expected|) of every element. */
    public static void assertClose(String what, double[] expected, double[] actual, double tolerance) {
        Assertions.assertEquals(expected.length, actual.length, what);
        double largest = 1;
        for (double e : expected) {
            largest = Math.max(largest, Math.abs(e));
        }
        for (int i = 0; i < expected.length; i++) {
            assertWithin(what + "[" + i + "]", expected[i], actual[i], tolerance * largest);
        }
    }
}
