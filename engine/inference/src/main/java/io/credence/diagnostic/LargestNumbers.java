package io.credence.diagnostic;

import java.util.Arrays;
import org.apache.commons.math3.util.KthSelector;

/**
 * Largest of many numbers, found without sorting the others.
 *
 * @param sorted largest numbers, in ascending order
 * @param below largest of the other numbers
 */
record LargestNumbers(double[] sorted, double below) {

    /** Selects the {@code count} largest of more numbers than that, none of them NaN. */
    static LargestNumbers of(double[] values, int count) {
        double least = new KthSelector().select(values.clone(), null, values.length - count);
        double below = Double.NEGATIVE_INFINITY;
        double[] sorted = new double[count];
        int above = 0;
        int equal = 0;
        for (double value : values) {
            if (value > least) {
                sorted[above++] = value;
            } else if (value < least) {
                below = Math.max(below, value);
            } else {
                equal++;
            }
        }
        Arrays.fill(sorted, above, count, least);
        Arrays.sort(sorted);
        return new LargestNumbers(sorted, above + equal > count ? least : below);
    }

    /**
     * Indices of these numbers among all, in the order of {@link #sorted}; of equal numbers the later count as larger.
     */
    int[] positions(double[] values) {
        int[] positions = new int[sorted.length];
        Arrays.fill(positions, -1);
        int missing = sorted.length;
        for (int s = values.length - 1; missing > 0; s--) {
            if (values[s] >= sorted[0]) {
                int rank = lastOf(values[s]);
                while (rank >= 0 && positions[rank] >= 0) {
                    rank--;
                }
                if (rank >= 0 && sorted[rank] == values[s]) {
                    positions[rank] = s;
                    missing--;
                }
            }
        }
        return positions;
    }

    /** Last rank of a number that is among the largest. */
    private int lastOf(double value) {
        int low = 0;
        int high = sorted.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (sorted[middle] <= value) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
