package io.credence.risk;

/**
 * Statistics of the losses of a row at its draws, and checks of hyperparameters. The losses are every {@code stride}-th
 * number of an array.
 */
final class RowLossStatistics {

    private RowLossStatistics() {}

    /** Smallest loss. */
    static double smallest(double[] losses, int first, int stride, int draws) {
        double least = losses[first];
        for (int s = 1, at = first + stride; s < draws; s++, at += stride) {
            least = Math.min(least, losses[at]);
        }
        return least;
    }

    /** Mean loss, exact to rounding of its distance from {@code least}. */
    static double mean(double[] losses, int first, int stride, int draws, double least) {
        double sum = 0;
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            sum += losses[at] - least;
        }
        return least + sum / draws;
    }

    /** Refuses a hyperparameter that is not positive and finite. */
    static void requirePositive(String what, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(what + " must be positive and finite but was " + value);
        }
    }
}
