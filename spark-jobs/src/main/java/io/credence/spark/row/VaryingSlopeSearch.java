package io.credence.spark.row;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Search for the slopes of a grouping factor that vary within one of its levels, wherever the rows of a level lie. It
 * costs next to nothing, since most slopes are soon found to vary.
 */
final class VaryingSlopeSearch implements Serializable {

    private static final long serialVersionUID = 1;

    private final int[] slopes;
    private final int levels;
    private final BitSet varying = new BitSet();
    /**
     * Slopes in the first row of each level, NaN before that row; null once all slopes vary. Slope k of a level stands
     * at level · slopes + k.
     */
    private double @Nullable [] first;

    VaryingSlopeSearch(LevelPlan.Factor factor) {
        this.slopes = factor.slopeColumns();
        this.levels = Math.min(factor.numbers().size(), LevelPlan.LEVELS_COMPARED);
        if (slopes.length > 0) {
            first = new double[levels * slopes.length];
            Arrays.fill(first, Double.NaN);
        }
    }

    void add(FeatureRow row, int level) {
        double[] known = first;
        for (int k = 0; known != null && level < levels && k < slopes.length; k++) {
            compare(known, level * slopes.length + k, row.value(slopes[k]));
        }
    }

    void merge(VaryingSlopeSearch other) {
        double[] known = first;
        for (int j = 0; known != null && other.first != null && j < known.length; j++) {
            if (!Double.isNaN(other.first[j])) {
                compare(known, j, other.first[j]);
            }
        }
        varying.or(other.varying);
        stopIfAllVary();
    }

    private void compare(double[] known, int at, double value) {
        if (Double.isNaN(known[at])) {
            known[at] = value;
        } else if (known[at] != value) {
            varying.set(slopes[at % slopes.length]);
            stopIfAllVary();
        }
    }

    private void stopIfAllVary() {
        if (varying.cardinality() == slopes.length) {
            first = null;
        }
    }

    /** Set of the slopes that were found to vary within a level, by their position among the slopes. */
    BitSet varyingSlopes() {
        return varying;
    }
}
