package io.credence.spark.row;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Column of a table and the features that it gives; targets are positions in the packed row. */
public sealed interface FeatureSource extends Serializable {

    /** Position of the column among the selected ones. */
    int ordinal();

    /** Name of the column. */
    String column();

    /**
     * Copy with features at other positions. {@code targets} has the new position of each, −1 for features that are
     * left out.
     */
    FeatureSource withTargets(int[] targets);

    /**
     * Column of numbers, one feature.
     *
     * @param target position of the feature; −1 where cells are read without becoming a feature
     */
    record Numeric(int ordinal, String column, CellType type, int target) implements FeatureSource {
        @Override
        public FeatureSource withTargets(int[] targets) {
            return target < 0 ? this : new Numeric(ordinal, column, type, targets[target]);
        }
    }

    /**
     * Column of levels, identified by their texts, with one indicator for each but the first.
     *
     * @param targets target of a level's indicator; {@link #BASELINE} for the first level
     * @param allLevelsKnown whether every level is known, the first included
     */
    record Category(int ordinal, String column, Map<UTF8String, Integer> targets, boolean allLevelsKnown)
            implements FeatureSource {
        /** Target of a level without an indicator. */
        public static final int BASELINE = -1;

        @Override
        public FeatureSource withTargets(int[] others) {
            Map<UTF8String, Integer> moved = new HashMap<>(targets);
            moved.replaceAll((level, target) -> target < 0 ? target : others[target]);
            return new Category(ordinal, column, moved, allLevelsKnown);
        }
    }

    /**
     * Column of levels that become their numbers, for a formula to code.
     *
     * @param levelNumbers number of each level that is known
     */
    record Level(int ordinal, String column, Map<UTF8String, Integer> levelNumbers, int target)
            implements FeatureSource {
        /** Returns this source, since features belong to the formula and not to its cells. */
        @Override
        public FeatureSource withTargets(int[] targets) {
            return this;
        }
    }

    /**
     * Column of vectors of spark.ml, one feature per element.
     *
     * @param size number of elements that is required; with targets the number that are read
     * @param firstTarget target of the first element, the others following; ignored where there are targets
     * @param targets target of each element, −1 for none; null where they follow one another
     * @param exactSize whether a vector of another size is refused
     */
    record Vector(int ordinal, String column, int size, int firstTarget, int @Nullable [] targets, boolean exactSize)
            implements FeatureSource {

        @Override
        public FeatureSource withTargets(int[] others) {
            int[] moved = new int[size];
            for (int k = 0; k < size; k++) {
                moved[k] = target(k) < 0 ? -1 : others[target(k)];
            }
            return new Vector(ordinal, column, size, 0, moved, exactSize);
        }

        public int target(int element) {
            if (targets == null) {
                return firstTarget + element;
            }
            return element < targets.length ? targets[element] : -1;
        }
    }
}
