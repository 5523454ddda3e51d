package io.credence.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.TestSeed;

/** Comparison of the two kernels, number by number. */
final class Near {

    /** Half a unit in the last place. */
    static final double DOUBLE = 0x1p-53;

    static final double FLOAT = 0x1p-24;

    private Near() {}

    /**
     * @param magnitude per number, the sum of the absolute values of what was added up
     * @param roundings how many half units of that the rounding may amount to
     */
    static void assertNear(double[] expected, double[] actual, double[] magnitude, double roundings) {
        assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double error = Math.abs(expected[i] - actual[i]);
            double allowed = roundings * Math.abs(magnitude[i]) + Double.MIN_NORMAL;
            String message = "number " + i + ": Java " + expected[i] + ", native " + actual[i] + ", allowed difference "
                    + allowed + "; " + TestSeed.replay();
            assertTrue(error <= allowed, message);
        }
    }

    /** The same numbers where finite; NaN where NaN, infinite where infinite. */
    static void assertSameKind(double[] expected, double[] actual, double tolerance) {
        for (int i = 0; i < expected.length; i++) {
            double error = Math.abs(expected[i] - actual[i]);
            boolean same = Double.compare(expected[i], actual[i]) == 0 || error <= tolerance * Math.abs(expected[i]);
            assertTrue(same, "number " + i + ": Java " + expected[i] + ", native " + actual[i]);
        }
    }

    static double[] absolute(double[] numbers) {
        double[] result = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            result[i] = Math.abs(numbers[i]);
        }
        return result;
    }

    static float[] absolute(float[] numbers) {
        float[] result = new float[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            result[i] = Math.abs(numbers[i]);
        }
        return result;
    }
}
