package io.credence.autodiff;

/** Whether what was recorded gives what the function's own numbers give, up to the order of operations. */
public final class Agreement {

    private static final double RELATIVE = 1e-8;

    private Agreement() {}

    /** Of one number; a number that is none agrees with itself. */
    public static boolean of(double expected, double found) {
        return Double.compare(expected, found) == 0
                || Math.abs(found - expected) <= RELATIVE * (1 + Math.abs(expected));
    }
}
