package io.credence.spark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VaryingSlopeSearchTest {

    private static final LevelPlan.Factor FACTOR = factor(10, 1, 2);

    private static LevelPlan.Factor factor(int levels, int... slopes) {
        List<String> texts =
                IntStream.range(0, levels).mapToObj(Integer::toString).toList();
        return new LevelPlan.Factor("g", 0, LevelIndex.of(texts), slopes);
    }

    private static void add(VaryingSlopeSearch variation, int level, double... values) {
        FeatureRow row = new FeatureRow(values.length, false);
        row.reset(0, 1, 0);
        for (int k = 0; k < values.length; k++) {
            row.put(k, values[k]);
        }
        variation.add(row, level);
    }

    private static BitSet columns(int... columns) {
        BitSet set = new BitSet();
        IntStream.of(columns).forEach(set::set);
        return set;
    }

    @Test
    void variationBetweenLevels_isNotWithinThem() {
        VaryingSlopeSearch variation = new VaryingSlopeSearch(FACTOR);
        add(variation, 3, 1, 5, 7);
        add(variation, 4, 2, 6, 8);
        add(variation, 3, 3, 5, 7);
        assertEquals(columns(), variation.varyingSlopes());
        add(variation, 4, 2, 6, 7);
        assertEquals(columns(2), variation.varyingSlopes());
        add(variation, 3, 3, 6, 7);
        assertEquals(columns(1, 2), variation.varyingSlopes());
    }

    @Test
    void levelsInSeveralPartitions_areComparedWhenTheseMerge() {
        VaryingSlopeSearch all = new VaryingSlopeSearch(FACTOR);
        for (double[] values : new double[][] {{0, 1, 1}, {0, 1, 1}, {0, 2, 1}}) {
            VaryingSlopeSearch partition = new VaryingSlopeSearch(FACTOR);
            add(partition, 7, values);
            all.merge(partition);
        }
        assertEquals(columns(1), all.varyingSlopes());
        VaryingSlopeSearch both = new VaryingSlopeSearch(FACTOR);
        add(both, 1, 0, 1, 1);
        add(both, 1, 0, 2, 2);
        all.merge(both);
        assertEquals(columns(1, 2), all.varyingSlopes());
        VaryingSlopeSearch none = new VaryingSlopeSearch(FACTOR);
        none.merge(all);
        assertEquals(columns(1, 2), none.varyingSlopes());
    }

    @Test
    void levelsBehindTheFirst_areNotCompared() {
        VaryingSlopeSearch variation = new VaryingSlopeSearch(factor(LevelPlan.LEVELS_COMPARED + 1, 0));
        add(variation, LevelPlan.LEVELS_COMPARED, 1);
        add(variation, LevelPlan.LEVELS_COMPARED, 2);
        assertEquals(columns(), variation.varyingSlopes());
        add(variation, LevelPlan.LEVELS_COMPARED - 1, 1);
        add(variation, LevelPlan.LEVELS_COMPARED - 1, 2);
        assertEquals(columns(0), variation.varyingSlopes());
    }
}
