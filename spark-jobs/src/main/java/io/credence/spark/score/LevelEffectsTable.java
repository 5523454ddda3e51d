package io.credence.spark.score;

import io.credence.spark.backend.DriverTable;
import io.credence.spark.row.LiteralPath;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.LevelEffects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Tables of the effects of levels of grouping factors. One for people has factor, level, term, mean and sd; one for
 * scoring has all moments of each level.
 */
public final class LevelEffectsTable {

    private static final StructType EFFECTS = new StructType()
            .add("factor", DataTypes.StringType, false)
            .add("level", DataTypes.StringType, false)
            .add("term", DataTypes.StringType, false)
            .add("mean", DataTypes.DoubleType, false)
            .add("sd", DataTypes.DoubleType, false);

    /** Columns of the table that scoring reads: all moments of each level. */
    static final StructType MOMENTS = new StructType()
            .add("group", DataTypes.IntegerType, false)
            .add("number", DataTypes.IntegerType, false)
            .add("level", DataTypes.StringType, false)
            .add("mean", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("covariance", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("cross", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    /** Columns of the moments of levels that are known by their numbers. */
    static final StructType UNNAMED = new StructType(Arrays.stream(MOMENTS.fields())
            .filter(field -> !field.name().equals("level"))
            .toArray(StructField[]::new));

    private LevelEffectsTable() {}

    /**
     * Moments with the names of the levels.
     *
     * @param moments frame of {@link #UNNAMED}
     * @param names frame of the levels: number and level
     */
    static Dataset<Row> named(Dataset<Row> moments, Dataset<Row> names) {
        return moments.join(names, "number")
                .select(Arrays.stream(MOMENTS.fieldNames()).map(functions::col).toArray(Column[]::new));
    }

    /** Creates the table of effects that people read: factor, level, term, mean and sd. */
    public static DriverTable<?> effects(List<LevelEffects> factors) {
        return new DriverTable<>(
                EFFECTS,
                most -> factors.stream().flatMap(factor -> {
                    int k = factor.effectNames().size();
                    return DriverTable.splitByBytes(
                                    factor.levels().size(), bytesOfName(factor) + 2L * Double.BYTES * k, most)
                            .map(part -> LevelNumbers.of(factor, part));
                }),
                LevelNumbers::rows);
    }

    /** Largest size in bytes of a level's name, serialised. */
    static long bytesOfName(LevelEffects factor) {
        int longest = factor.levels().stream().mapToInt(String::length).max().orElse(0);
        return Integer.BYTES + 3L * longest;
    }

    /**
     * Serialisable means and standard deviations of the effects of some levels.
     *
     * @param sd standard deviation of each effect
     */
    private record LevelNumbers(String factor, List<String> terms, List<String> levels, double[] mean, double[] sd)
            implements java.io.Serializable {

        static LevelNumbers of(LevelEffects factor, DriverTable.Range part) {
            int k = factor.effectNames().size();
            return new LevelNumbers(
                    factor.factorName(),
                    factor.effectNames(),
                    new ArrayList<>(factor.levels().subList(part.from(), part.to())),
                    Arrays.copyOfRange(factor.mean(), part.from() * k, part.to() * k),
                    IntStream.range(part.from() * k, part.to() * k)
                            .mapToDouble(i -> factor.sd(i / k, i % k))
                            .toArray());
        }

        Iterator<Row> rows() {
            int k = terms.size();
            return IntStream.range(0, mean.length)
                    .mapToObj(i -> RowFactory.create(factor, levels.get(i / k), terms.get(i % k), mean[i], sd[i]))
                    .iterator();
        }
    }

    /** Creates the table of moments that scoring reads. */
    static DriverTable<?> moments(List<LevelEffects> factors) {
        return new DriverTable<>(
                MOMENTS,
                most -> IntStream.range(0, factors.size()).boxed().flatMap(number -> {
                    LevelEffects factor = factors.get(number);
                    int levels = factor.levels().size();
                    long numbers =
                            ((long) factor.mean().length + factor.covariance().length + factor.crossCovariance().length)
                                    / Math.max(1, levels);
                    return DriverTable.splitByBytes(levels, bytesOfName(factor) + Double.BYTES * numbers, most)
                            .map(part ->
                                    new LevelMomentsSlice(number, part.from(), factor.range(part.from(), part.to())));
                }),
                LevelEffectsTable::momentRows);
    }

    /**
     * Serialisable moments of some levels.
     *
     * @param factorIndex number of the grouping factor
     * @param firstLevel number of the first level
     */
    private record LevelMomentsSlice(int factorIndex, int firstLevel, LevelEffects effects)
            implements java.io.Serializable {}

    private static Iterator<Row> momentRows(LevelMomentsSlice part) {
        LevelEffects some = part.effects();
        return IntStream.range(0, some.levels().size())
                .mapToObj(level -> {
                    LevelEffects one = some.range(level, level + 1);
                    return RowFactory.create(
                            part.factorIndex(),
                            part.firstLevel() + level,
                            one.levels().get(0),
                            boxed(one.mean()),
                            boxed(one.covariance()),
                            boxed(one.crossCovariance()));
                })
                .iterator();
    }

    private static Double[] boxed(double[] numbers) {
        return Arrays.stream(numbers).boxed().toArray(Double[]::new);
    }

    /**
     * Reads the table of moments.
     *
     * @param factors effects as the saved posterior lists them, without moments
     * @throws IllegalArgumentException if the table has other factors or levels
     */
    public static List<LevelEffects> readMoments(SparkSession spark, String path, List<FactorTerms> factors) {
        List<Row> rows = new ArrayList<>();
        // One partition at a time: all of them together may be more than the results of a job
        spark.read()
                .schema(MOMENTS)
                .parquet(LiteralPath.of(path, spark))
                .toLocalIterator()
                .forEachRemaining(rows::add);
        rows.sort(Comparator.<Row>comparingInt(row -> row.getInt(0)).thenComparingInt(row -> row.getInt(1)));
        List<LevelEffects> all = new ArrayList<>();
        int at = 0;
        for (FactorTerms factor : factors) {
            int end = at + factor.levels();
            int entry = all.size();
            requireLevels(
                    factor, rows.stream().filter(row -> row.getInt(0) == entry).count(), path);
            all.add(effects(factor, rows.subList(at, end)));
            at = end;
        }
        return all;
    }

    /** Refuses a table without all levels of a factor. */
    static void requireLevels(FactorTerms factor, long found, String path) {
        if (found != factor.levels()) {
            throw new IllegalArgumentException("the table of effects is not that of the posterior: required "
                    + factor.levels() + " levels of " + factor.factor() + ", found " + found + " (" + path + ")");
        }
    }

    /** Collects the moments of a factor's levels. */
    static LevelEffects collect(FactorTerms factor, Dataset<Row> moments) {
        List<Row> rows = new ArrayList<>();
        moments.toLocalIterator().forEachRemaining(rows::add);
        rows.sort(Comparator.comparingInt(row -> row.getInt(1)));
        return effects(factor, rows);
    }

    private static LevelEffects effects(FactorTerms factor, List<Row> rows) {
        return new LevelEffects(
                factor.factor(),
                factor.terms(),
                rows.stream().map(row -> row.getString(2)).toList(),
                concatenatedNumbers(rows, 3),
                concatenatedNumbers(rows, 4),
                concatenatedNumbers(rows, 5));
    }

    private static double[] concatenatedNumbers(List<Row> rows, int column) {
        Stream<List<Double>> lists = rows.stream().map(row -> row.<Double>getList(column));
        return lists.flatMapToDouble(list -> list.stream().mapToDouble(Double::doubleValue))
                .toArray();
    }
}
