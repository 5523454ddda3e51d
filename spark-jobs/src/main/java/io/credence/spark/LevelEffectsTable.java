package io.credence.spark;

import io.credence.result.SavedGroup;
import io.credence.spark.pack.JavaBytes;
import io.credence.spark.row.LiteralPath;
import io.credence.summary.LevelEffects;
import io.credence.summary.LevelRanks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Effects of levels as tables: one of factor, level, term, mean and sd, and one of all moments of each level, for scoring. */
public final class LevelEffectsTable {

    /** Levels that travel together. */
    private static final int PART = 4096;

    private static final StructType EFFECTS = new StructType()
            .add("factor", DataTypes.StringType, false)
            .add("level", DataTypes.StringType, false)
            .add("term", DataTypes.StringType, false)
            .add("mean", DataTypes.DoubleType, false)
            .add("sd", DataTypes.DoubleType, false);

    private static final StructType RANKS = new StructType()
            .add("factor", DataTypes.StringType, false)
            .add("level", DataTypes.StringType, false)
            .add("term", DataTypes.StringType, false)
            .add("rank", DataTypes.DoubleType, false)
            .add("lower", DataTypes.DoubleType, false)
            .add("upper", DataTypes.DoubleType, false)
            .add("top", DataTypes.DoubleType, false);

    private static final StructType MOMENTS = new StructType()
            .add("group", DataTypes.IntegerType, false)
            .add("number", DataTypes.IntegerType, false)
            .add("level", DataTypes.StringType, false)
            .add("mean", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("covariance", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("cross", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    private LevelEffectsTable() {}

    /** Writes the effects that people read. */
    public static void writeEffects(SparkSession spark, List<LevelEffects> groups, String path) {
        effects(spark, groups).write().parquet(path);
    }

    /** The effects that people read. */
    public static Dataset<Row> effects(SparkSession spark, List<LevelEffects> groups) {
        return parts(spark, groups)
                .flatMap(
                        (FlatMapFunction<byte[], Row>)
                                part -> effects(JavaBytes.<Part>read(part).effects()),
                        Encoders.row(EFFECTS));
    }

    /**
     * Ranks of levels by each of their effects, the largest first, with their intervals of 90 % and the probability of being among the first
     * ones.
     *
     * @param most levels of a factor above which it has no rows
     * @param first how many the first ones are
     */
    public static Dataset<Row> ranks(SparkSession spark, List<LevelEffects> groups, int most, int first, long seed) {
        List<Row> rows = new ArrayList<>();
        for (LevelEffects group : groups) {
            for (int term = 0; term < group.terms().size() && group.levels().size() <= most; term++) {
                LevelRanks ranks = LevelRanks.of(group, term, first, seed);
                for (int g = 0; g < group.levels().size(); g++) {
                    rows.add(RowFactory.create(
                            group.factor(),
                            group.levels().get(g),
                            group.terms().get(term),
                            ranks.mean()[g],
                            ranks.lower()[g],
                            ranks.upper()[g],
                            ranks.top()[g]));
                }
            }
        }
        return spark.createDataFrame(rows, RANKS).coalesce(1);
    }

    /** Writes the moments that scoring reads. */
    public static void writeMoments(SparkSession spark, List<LevelEffects> groups, String path) {
        parts(spark, groups)
                .flatMap((FlatMapFunction<byte[], Row>) part -> moments(JavaBytes.read(part)), Encoders.row(MOMENTS))
                .write()
                .parquet(path);
    }

    /**
     * Some levels.
     *
     * @param group number of the group
     * @param first number of the first level
     */
    private record Part(int group, int first, LevelEffects effects) implements java.io.Serializable {}

    private static Dataset<byte[]> parts(SparkSession spark, List<LevelEffects> groups) {
        List<byte[]> parts = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            int levels = groups.get(group).levels().size();
            for (int from = 0; from < levels; from += PART) {
                LevelEffects some = groups.get(group).part(from, Math.min(levels, from + PART));
                parts.add(JavaBytes.of(new Part(group, from, some)));
            }
        }
        return spark.createDataset(parts, Encoders.BINARY()).coalesce(1);
    }

    private static Iterator<Row> effects(LevelEffects some) {
        int k = some.terms().size();
        return IntStream.range(0, some.levels().size() * k)
                .mapToObj(i -> RowFactory.create(
                        some.factor(),
                        some.levels().get(i / k),
                        some.terms().get(i % k),
                        some.mean()[i],
                        some.sd(i / k, i % k)))
                .iterator();
    }

    private static Iterator<Row> moments(Part part) {
        LevelEffects some = part.effects();
        return IntStream.range(0, some.levels().size())
                .mapToObj(level -> {
                    LevelEffects one = some.part(level, level + 1);
                    return RowFactory.create(
                            part.group(),
                            part.first() + level,
                            one.levels().get(0),
                            boxed(one.mean()),
                            boxed(one.covariance()),
                            boxed(one.cross()));
                })
                .iterator();
    }

    private static Double[] boxed(double[] numbers) {
        return Arrays.stream(numbers).boxed().toArray(Double[]::new);
    }

    /**
     * Reads moments back.
     *
     * @param groups what the posterior shows of the same groups
     * @throws IllegalArgumentException if the table is of other groups
     */
    public static List<LevelEffects> readMoments(SparkSession spark, String path, List<SavedGroup> groups) {
        List<Row> rows = new ArrayList<>(
                spark.read().parquet(LiteralPath.of(path, spark)).collectAsList());
        rows.sort(Comparator.<Row>comparingInt(row -> row.getInt(0)).thenComparingInt(row -> row.getInt(1)));
        List<LevelEffects> all = new ArrayList<>();
        int at = 0;
        for (SavedGroup group : groups) {
            int end = at + group.levels();
            if (end > rows.size() || rows.subList(at, end).stream().anyMatch(row -> row.getInt(0) != all.size())) {
                throw new IllegalArgumentException("the table of effects is not that of the posterior: required "
                        + group.levels() + " levels of " + group.factor() + " (" + path + ")");
            }
            all.add(effects(group, rows.subList(at, end)));
            at = end;
        }
        return all;
    }

    private static LevelEffects effects(SavedGroup group, List<Row> rows) {
        return new LevelEffects(
                group.factor(),
                group.terms(),
                rows.stream().map(row -> row.getString(2)).toList(),
                numbers(rows, 3),
                numbers(rows, 4),
                numbers(rows, 5));
    }

    private static double[] numbers(List<Row> rows, int column) {
        Stream<List<Double>> lists = rows.stream().map(row -> row.<Double>getList(column));
        return lists.flatMapToDouble(list -> list.stream().mapToDouble(Double::doubleValue))
                .toArray();
    }
}
