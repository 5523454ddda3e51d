package io.credence.prior;

/** Checks of the numbers that describe a prior. */
final class PriorChecks {

    private PriorChecks() {}

    /** Refuses a number that is not positive and finite. */
    static void requirePositive(String what, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(what + " must be positive and finite but was " + value);
        }
    }

    /** Refuses a number that is not finite. */
    static void requireFinite(String what, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(what + " must be finite but was " + value);
        }
    }
}
