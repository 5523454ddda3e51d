package io.credence.update;

/** Checks of the arguments of update rules. */
final class UpdateRequirements {

    private UpdateRequirements() {}

    static void requireStepSize(double stepSize) {
        if (!(stepSize > 0 && stepSize < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a step size must be positive and finite but was " + stepSize);
        }
    }

    static void requireShare(String what, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException("the " + what + " must lie in [0, 1) but was " + value);
        }
    }

    static void requirePositive(String what, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException("the " + what + " must be positive but was " + value);
        }
    }
}
