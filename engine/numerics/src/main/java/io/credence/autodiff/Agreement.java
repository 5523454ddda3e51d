package io.credence.autodiff;

/** Comparison of replayed numbers with those of the function itself, up to the order of operations. */
public final class Agreement {

    private static final double RELATIVE = 1e-8;

    private Agreement() {}

    /** Whether one number agrees with the expected one; NaN agrees with NaN. */
    public static boolean agrees(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(found - expected) <= RELATIVE * (1 + Math.abs(expected));
    }
}
