package io.credence.spark.row;

import io.credence.spark.row.Fault.FaultKind;
import org.jspecify.annotations.Nullable;

/**
 * Counts of successes and failures of a row, which becomes up to two rows of a block. Each has label 0 or 1, and its
 * count as a weight.
 */
final class TrialCounts {

    private final double[] weights = new double[2];
    private boolean counted;

    /** Clears the counts before the next row. */
    void clear() {
        counted = false;
    }

    /** Fault of a row's counts; null where there is none. */
    static @Nullable Fault countsFault(String column, double successes, double trials) {
        boolean whole = successes == Math.rint(successes) && trials == Math.rint(trials);
        if (whole && successes >= 0 && successes <= trials && !Double.isInfinite(trials)) {
            return null;
        }
        String required = "whole numbers, successes from 0 to the trials; a share is to be multiplied by these";
        return new Fault(FaultKind.COUNTS, column, required, successes + " of " + trials);
    }

    /** Takes the counts of a row, and multiplies its weight by the number of trials. */
    void countTrials(FeatureRow row, double trials) {
        counted = true;
        double weight = row.weight();
        weights[1] = weight * row.label();
        weights[0] = weight * (trials - row.label());
        row.setLabelAndWeight(row.label(), weight * trials);
    }

    /** Number of rows that the row becomes in a block: two where it has both outcomes. */
    int outcomeCount() {
        return counted && weights[0] != 0 && weights[1] != 0 ? 2 : 1;
    }

    /** Turns the row into one of the rows that it becomes. */
    void applyOutcome(int i, FeatureRow row) {
        if (counted) {
            int label = weights[0] == 0 || i == 1 ? 1 : 0;
            row.setLabelAndWeight(label, weights[label]);
        }
    }
}
