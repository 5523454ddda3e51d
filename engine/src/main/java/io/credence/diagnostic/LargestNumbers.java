package io.credence.diagnostic;

import java.util.Arrays;

/**
 * The largest of many numbers, found without sorting the others: quickselect (Hoare 1961), then a sort of what it leaves above.
 *
 * @param sorted the largest, upwards
 * @param below the largest of the others
 */
record LargestNumbers(double[] sorted, double below) {

    /** The {@code count} largest of more numbers than that, none of them NaN. */
    static LargestNumbers of(double[] values, int count) {
        double[] parted = values.clone();
        int first = parted.length - count;
        part(parted, first);
        double below = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < first; i++) {
            below = Math.max(below, parted[i]);
        }
        double[] sorted = Arrays.copyOfRange(parted, first, parted.length);
        Arrays.sort(sorted);
        return new LargestNumbers(sorted, below);
    }

    /** Moves numbers so that none before {@code first} is above one from there on. */
    private static void part(double[] x, int first) {
        int low = 0;
        int high = x.length - 1;
        while (low < high) {
            double pivot = x[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (x[i] < pivot) {
                    i++;
                }
                while (x[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = x[i];
                    x[i++] = x[j];
                    x[j--] = swapped;
                }
            }
            if (first <= j) {
                high = j;
            } else if (first >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    /** Where they stand among all, in the order of {@link #sorted}; of equal ones the later count as larger. */
    int[] places(double[] values) {
        int[] places = new int[sorted.length];
        Arrays.fill(places, -1);
        int missing = sorted.length;
        for (int s = values.length - 1; missing > 0; s--) {
            if (values[s] >= sorted[0]) {
                int rank = lastOf(values[s]);
                while (rank >= 0 && places[rank] >= 0) {
                    rank--;
                }
                if (rank >= 0 && sorted[rank] == values[s]) {
                    places[rank] = s;
                    missing--;
                }
            }
        }
        return places;
    }

    /** The last rank of a number that is among them. */
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
