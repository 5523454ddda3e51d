package io.credence.risk;

import java.util.Arrays;

/**
 * Mean of the smallest losses of a row, over the share β of the draws that fit it best, a draw counting in part where
 * βS is not whole. It is the inverted optimised certainty equivalent (003, eq. 34) of g(t) = max(t, 0)/β, hence the
 * risk-seeking side of the conditional value at risk. The slopes are 1/βS for those draws and 0 for the others; draws
 * of equal loss at the edge share alike.
 *
 * @param level β, above 0 and at most 1; 1 is the mean
 */
record ConditionalValueAtRisk(double level) implements RowReduction {
    public ConditionalValueAtRisk {
        if (!(level > 0 && level <= 1)) {
            throw new IllegalArgumentException(
                    "the level of a conditional value at risk must be above 0 and at most 1 but was " + level);
        }
    }

    @Override
    public String name() {
        return "conditional-value-at-risk(level=" + level + ")";
    }

    @Override
    public double reduce(double[] losses, int first, int stride, int draws, double[] slopes) {
        double[] sorted = new double[draws];
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            sorted[s] = losses[at];
        }
        Arrays.sort(sorted);
        double counted = level * draws;
        double edge = sorted[Math.min(draws, (int) Math.ceil(counted)) - 1];
        double shortfall = 0;
        int below = 0;
        int ties = 0;
        for (double loss : sorted) {
            shortfall += loss < edge ? edge - loss : 0;
            below += loss < edge ? 1 : 0;
            ties += loss == edge ? 1 : 0;
        }
        double partial = (counted - below) / (ties * counted);
        for (int s = 0, at = first; s < draws; s++, at += stride) {
            slopes[at] = losses[at] < edge ? 1 / counted : losses[at] == edge ? partial : 0;
        }
        return edge - shortfall / counted;
    }
}
