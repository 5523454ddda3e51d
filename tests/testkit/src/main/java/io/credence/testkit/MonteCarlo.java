package io.credence.testkit;

import org.junit.jupiter.api.Assertions;

/**
 * Z-test of Monte Carlo estimates, whose mean must lie within four standard errors of its expectation.
 *
 * <p>A correct estimator fails one element in about 16 000 seeds; with the fixed seed of {@link TestSeed} it fails
 * always or never. Estimates must be independent. Failures name the seed.
 */
public final class MonteCarlo {
    private static final double STANDARD_ERRORS = 4.0;
    /**
     * Rounding error that is allowed, relative to the expectation, so that an estimator without noise can be compared
     * with its closed form.
     */
    private static final double ROUNDING = 1e-12;

    private MonteCarlo() {}

    /** Demands that the mean of {@code estimates} agree with {@code expected}; {@code what} opens the message. */
    public static void assertWithin4StandardErrors(String what, double expected, double... estimates) {
        double mean = mean(estimates);
        double standardError = standardError(estimates);
        double allowed = STANDARD_ERRORS * standardError + ROUNDING * Math.max(1.0, Math.abs(expected));
        // Written so that NaN fails.
        if (!(Math.abs(mean - expected) <= allowed)) {
            Assertions.fail(String.format(
                    "%s must be %.10g within 4 standard errors but was %.10g ± %.3g from %d estimates (z = %.2f); %s",
                    what,
                    expected,
                    mean,
                    standardError,
                    estimates.length,
                    (mean - expected) / standardError,
                    TestSeed.replay()));
        }
    }

    /** Demands that the mean of {@code estimates} agree with {@code expected}, in a message without a name. */
    public static void assertWithin4StandardErrors(double expected, double... estimates) {
        assertWithin4StandardErrors("mean", expected, estimates);
    }

    /**
     * Demands that the means of vector estimates agree with {@code expected} in each element. {@code estimates[k]} is
     * the k-th estimate.
     */
    public static void assertWithin4StandardErrors(String what, double[] expected, double[][] estimates) {
        for (int i = 0; i < expected.length; i++) {
            double[] element = new double[estimates.length];
            for (int k = 0; k < estimates.length; k++) {
                element[k] = estimates[k][i];
            }
            assertWithin4StandardErrors(what + "[" + i + "]", expected[i], element);
        }
    }

    /** Arithmetic mean of the estimates. */
    public static double mean(double... estimates) {
        double sum = 0;
        for (double estimate : estimates) {
            sum += estimate;
        }
        return sum / estimates.length;
    }

    /** Standard error of the mean, with n − 1 in the variance; at least two estimates are required. */
    public static double standardError(double... estimates) {
        if (estimates.length < 2) {
            throw new IllegalArgumentException("at least 2 estimates are required but got " + estimates.length);
        }
        double mean = mean(estimates);
        double squares = 0;
        for (double estimate : estimates) {
            squares += (estimate - mean) * (estimate - mean);
        }
        return Math.sqrt(squares / (estimates.length - 1.0) / estimates.length);
    }
}
