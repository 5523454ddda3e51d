package io.credence.spark.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import io.credence.summary.LevelEffects;
import io.credence.summary.LevelRanks;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Tests of the ranks of levels that are too many for draws. */
class LevelRanksTableTest {

    private static final SparkSession SPARK = TestSession.spark();
    private static final int LEVELS = LevelRanks.MOST_LEVELS + 1;
    private static final int FIRST = 10;

    /** Intercepts of different precision, whose first ones stand out, and slopes that are exact. */
    private static LevelEffects effects() {
        Random random = new Random(TestSeed.of("ranks of many levels"));
        double[] mean = new double[2 * LEVELS];
        double[] covariance = new double[4 * LEVELS];
        for (int g = 0; g < LEVELS; g++) {
            mean[2 * g] = Math.exp(1.5 * random.nextGaussian());
            covariance[4 * g] = 0.5 + random.nextDouble();
            mean[2 * g + 1] = g;
        }
        return new LevelEffects(
                "g",
                List.of("(Intercept)", "x"),
                IntStream.range(0, LEVELS).mapToObj(g -> "level " + g).toList(),
                mean,
                covariance,
                new double[0]);
    }

    private static List<Row> ranks(LevelTable levels, int most) {
        return LevelRanksTable.of(levels, SPARK, most, FIRST, 7)
                .toDataFrame(SPARK)
                .collectAsList();
    }

    @Test
    void leadingLevels_areRankedAmongAll_whateverThePartitions() {
        LevelTable held = LevelTable.of(List.of(effects()));
        List<Row> ranks = ranks(held, Integer.MAX_VALUE);
        assertEquals(2 * 4 * FIRST, ranks.size());
        double top = ranks.stream()
                .limit(4 * FIRST)
                .mapToDouble(row -> row.<Double>getAs("top"))
                .sum();
        assertEquals(FIRST, top, 0.1, TestSeed.replay());
        for (int g = 0; g < 4 * FIRST; g++) {
            Row exact = ranks.get(4 * FIRST + g);
            assertEquals(
                    Arrays.<Object>asList(
                            "g", "level " + (LEVELS - 1 - g), "x", g + 1.0, g + 1.0, g + 1.0, g < FIRST ? 1.0 : 0.0),
                    IntStream.range(0, exact.size()).mapToObj(exact::get).toList());
        }
        Dataset<Row> dealt = held.moments(SPARK, 0).repartition(7);
        assertEquals(ranks, ranks(LevelTable.ofFrame(spark -> dealt, held.factors(), 0), Integer.MAX_VALUE));
        assertTrue(ranks(held, LevelRanks.FEW_LEVELS).isEmpty(), "unasked, many levels are not ranked");
    }
}
