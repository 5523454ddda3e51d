package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the ranks of leading levels against draws of all levels. */
class LevelsAboveTest {

    private static final int DRAWS = 1000;
    private static final int LEVELS = 3000;
    private static final int FIRST = 20;

    private final Random random = new Random(TestSeed.of("levels above"));

    /** Levels of different precision, those of larger means first. */
    private LevelEffects levels(double noise) {
        double[] mean =
                random.doubles(LEVELS, -1, 1).map(u -> Math.tan(1.2 * u)).toArray();
        Arrays.sort(mean);
        Arrays.setAll(mean, new Reversed(mean.clone()));
        double[] variance =
                random.doubles(LEVELS, 0.2, 1.8).map(u -> noise * noise * u * u).toArray();
        return new LevelEffects(
                "g",
                List.of("(Intercept)"),
                IntStream.range(0, LEVELS).mapToObj(g -> "g" + g).toList(),
                mean,
                variance,
                new double[0]);
    }

    private record Reversed(double[] sorted) implements java.util.function.IntToDoubleFunction {

        @Override
        public double applyAsDouble(int index) {
            return sorted[sorted.length - 1 - index];
        }
    }

    private static double[] sd(LevelEffects all) {
        return IntStream.range(0, LEVELS).mapToDouble(g -> all.sd(g, 0)).toArray();
    }

    /** Differences within four standard errors of the draws, and for quantiles within those of their probabilities. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-4, 0.01, 0.1, 0.5, 2})
    void ranks_areThoseByDraws(double noise) {
        LevelEffects all = levels(noise);
        double[] sd = sd(all);
        LevelRanks drawn = LevelRanks.of(all, 0, FIRST, TestSeed.of("ranks"));
        double[] mean = Arrays.copyOf(all.mean(), 4 * FIRST);
        double[] own = Arrays.copyOf(sd, 4 * FIRST);
        LevelsAbove above = new LevelsAbove(LevelsAbove.values(mean, own));
        IntStream.range(0, LEVELS).forEach(g -> above.add(all.mean()[g], sd[g]));
        LevelRanks ranks = above.ranks(mean, own, FIRST);
        for (int g = 0; g < mean.length; g++) {
            double spread = (drawn.upperRank()[g] - drawn.lowerRank()[g]) / 3.29;
            String which = "level " + g + ", " + ranks.mean()[g] + " for " + drawn.mean()[g] + ", " + TestSeed.replay();
            assertEquals(drawn.mean()[g], ranks.mean()[g], 0.1 + 6 * spread / Math.sqrt(DRAWS), which);
            assertEquals(drawn.lowerRank()[g], ranks.lowerRank()[g], 1.01 + 0.25 * spread, which);
            assertEquals(drawn.upperRank()[g], ranks.upperRank()[g], 1.01 + 0.5 * spread, which);
            double top = drawn.topProbability()[g];
            double error = Math.sqrt(Math.max(top * (1 - top), 0.01) / DRAWS);
            assertEquals(top, ranks.topProbability()[g], 4 * error, which);
        }
    }

    @Test
    void sums_areThoseOfAnyOrderAndParts() {
        LevelEffects all = levels(0.3);
        double[] sd = sd(all);
        double[] values = LevelsAbove.values(Arrays.copyOf(all.mean(), 50), Arrays.copyOf(sd, 50));
        LevelsAbove once = new LevelsAbove(values);
        LevelsAbove odd = new LevelsAbove(values);
        LevelsAbove even = new LevelsAbove(values);
        for (int g = 0; g < LEVELS; g++) {
            once.add(all.mean()[g], sd[g]);
            int back = LEVELS - 1 - g;
            (back % 2 == 0 ? even : odd).add(all.mean()[back], sd[back]);
        }
        even.add(odd.sums());
        assertArrayEquals(once.sums(), even.sums(), TestSeed.replay());
    }
}
