package io.credence.mixed.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.mixed.result.EffectMoments.Levels;
import io.credence.mixed.result.MixedPosterior.RankedLevel;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of the digest of many levels against all of them. */
class LevelDigestTest {

    private static final int TERMS = 2;
    private static final int SHOWN = 60;

    private static Levels levels(int count) {
        Random random = RandomArrays.of("levels of a digest").random();
        Levels all = Levels.allocate(count, TERMS, 1);
        Arrays.setAll(all.mean(), i -> random.nextGaussian());
        Arrays.setAll(all.covariance(), i -> random.nextDouble());
        return all;
    }

    /** Digest that is merged of partitions, each with every so manieth level. */
    private static LevelDigest merged(Levels all, int partitions) {
        LevelDigest merged = new LevelDigest(TERMS);
        for (int part = 0; part < partitions; part++) {
            LevelDigest own = new LevelDigest(TERMS);
            for (int level = part; level < all.mean().length / TERMS; level += partitions) {
                own.add(level, all, level);
            }
            merged.merge(own.condense(LevelDigest.MOST_OF_PARTITION));
        }
        return merged;
    }

    @Test
    void fewLevels_areAllThere() {
        Levels all = levels(5_000);
        LevelDigest merged = merged(all, 3);
        assertEquals(5_000, merged.count());
        assertEquals(all.digest().rankedLevels(SHOWN), merged.rankedLevels(SHOWN));
        double[] between = {2, 0, 0, 3};
        assertArrayEquals(all.digest().shrinkage(between), merged.shrinkage(between), 1e-13);
        assertEquals(
                5_000,
                merged.rankedLevels(5_000).get(0).stream()
                        .mapToInt(RankedLevel::level)
                        .distinct()
                        .count());
    }

    /** Of more levels than a digest has, the extremes are exact, and the ranks of the others to a hundredth. */
    @Test
    void manyLevels_areAtAboutEqualDistances() {
        int count = 200_000;
        Levels all = levels(count);
        LevelDigest merged = merged(all, 37);
        List<RankedLevel> exact = all.digest().rankedLevels(count).get(1);
        List<RankedLevel> shown = merged.rankedLevels(SHOWN).get(1);
        assertEquals(count, merged.count());
        assertEquals(SHOWN, shown.size());
        assertEquals(exact.get(0).level(), shown.get(0).level());
        assertEquals(exact.get(count - 1).level(), shown.get(SHOWN - 1).level());
        for (int i = 0; i < SHOWN; i++) {
            double mean = shown.get(i).mean();
            long rank = exact.stream().filter(each -> each.mean() < mean).count();
            assertEquals((double) i / (SHOWN - 1), (double) rank / count, 0.01, "shown " + i);
        }
        assertTrue(shown.stream().allMatch(each -> each.sd() == Math.sqrt(all.covariance()[4 * each.level() + 3])));
    }
}
