package io.credence.spark.score;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sqrt;

import io.credence.spark.backend.DriverTable;
import io.credence.spark.pack.JavaBytes;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.LevelEffects;
import io.credence.summary.LevelRanks;
import io.credence.summary.LevelsAbove;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Table of the ranks of levels by each of their effects, the largest first. Each rank has its 90 % interval and the
 * probability of being among the first ones. Of factors of more than {@link LevelRanks#MOST_LEVELS} levels, whose ranks are
 * not drawn, it has the {@value #LEADING} levels with the largest means for each one that counts as first.
 *
 * @see LevelsAbove
 */
public final class LevelRanksTable {

    private static final int LEADING = 4;

    private static final StructType RANKS = new StructType()
            .add("factor", DataTypes.StringType, false)
            .add("level", DataTypes.StringType, false)
            .add("term", DataTypes.StringType, false)
            .add("rank", DataTypes.DoubleType, false)
            .add("lower", DataTypes.DoubleType, false)
            .add("upper", DataTypes.DoubleType, false)
            .add("top", DataTypes.DoubleType, false);

    private LevelRanksTable() {}

    /**
     * Creates the table.
     *
     * @param levels effects of the levels
     * @param most largest number of levels of a factor that is ranked
     * @param first number of levels that count as the first ones
     */
    public static DriverTable<?> of(LevelTable levels, SparkSession spark, int most, int first, long seed) {
        List<Row> rows = new ArrayList<>();
        for (int e = 0; e < levels.factors().size(); e++) {
            FactorTerms factor = levels.factors().get(e);
            if (factor.levels() <= Math.min(most, LevelRanks.MOST_LEVELS)) {
                rows.addAll(drawn(levels.collect(spark, e), first, seed));
            } else if (factor.levels() <= most) {
                for (int term = 0; term < factor.terms().size(); term++) {
                    rows.addAll(leading(levels.moments(spark, e), factor, term, first));
                }
            }
        }
        return DriverTable.of(RANKS, rows);
    }

    private static List<Row> drawn(LevelEffects factor, int first, long seed) {
        return IntStream.range(0, factor.effectNames().size())
                .boxed()
                .flatMap(term -> rows(
                        factor.factorName(),
                        factor.levels(),
                        factor.effectNames().get(term),
                        LevelRanks.of(factor, term, first, seed)))
                .toList();
    }

    /** Ranks of the levels with the largest means among all levels, which stay where they are. */
    private static List<Row> leading(Dataset<Row> moments, FactorTerms factor, int term, int first) {
        int k = factor.terms().size();
        Dataset<Row> normals = moments.select(
                element_at(col("mean"), lit(term + 1)).as("mean"),
                sqrt(element_at(col("covariance"), lit(term * (k + 1) + 1))).as("sd"),
                col("number"),
                col("level"));
        List<Row> found = normals.orderBy(col("mean").desc(), col("number"))
                .limit((int) Math.min((long) LEADING * first, LevelRanks.MOST_LEVELS))
                .collectAsList();
        double[] mean = found.stream().mapToDouble(row -> row.getDouble(0)).toArray();
        double[] sd = found.stream().mapToDouble(row -> row.getDouble(1)).toArray();
        double[] values = LevelsAbove.values(mean, sd);
        LevelsAbove above = new LevelsAbove(values);
        normals.select("mean", "sd")
                .mapPartitions(
                        (MapPartitionsFunction<Row, byte[]>) rows -> {
                            LevelsAbove some = new LevelsAbove(values);
                            rows.forEachRemaining(row -> some.add(row.getDouble(0), row.getDouble(1)));
                            return List.of(JavaBytes.of(some.sums())).iterator();
                        },
                        Encoders.BINARY())
                .collectAsList()
                .forEach(sums -> above.add(JavaBytes.<long[]>read(sums)));
        List<String> levels = found.stream().map(row -> row.getString(3)).toList();
        return rows(factor.factor(), levels, factor.terms().get(term), above.ranks(mean, sd, first))
                .toList();
    }

    private static Stream<Row> rows(String factor, List<String> levels, String term, LevelRanks ranks) {
        return IntStream.range(0, levels.size())
                .mapToObj(g -> RowFactory.create(
                        factor,
                        levels.get(g),
                        term,
                        ranks.mean()[g],
                        ranks.lowerRank()[g],
                        ranks.upperRank()[g],
                        ranks.topProbability()[g]));
    }
}
