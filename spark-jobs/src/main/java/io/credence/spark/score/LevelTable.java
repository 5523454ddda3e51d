package io.credence.spark.score;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.sqrt;

import io.credence.linalg.Kernels;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.spark.backend.BlockPartitions;
import io.credence.spark.backend.BroadcastLimit;
import io.credence.spark.row.LiteralPath;
import io.credence.statistics.PartitionPass;
import io.credence.summary.FactorEffects;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.LevelEffects;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.KnownSizeEstimation;
import org.apache.spark.util.SizeEstimator;
import org.jspecify.annotations.Nullable;

/**
 * Effects of the levels of grouping factors. The driver holds them where they are small; else they stay a data frame,
 * which rows are joined with.
 */
public final class LevelTable implements Serializable, KnownSizeEstimation {

    private static final long serialVersionUID = 1;

    /** Effects of a model without grouping factors. */
    public static final LevelTable NONE = of(List.of());

    private final List<FactorTerms> factors;
    private final List<LevelEffects> effects;
    private final @Nullable MomentsFrame frame;
    private final int fixedCount;

    /** Data frame of the moments of all effects, by {@link LevelEffectsTable#MOMENTS}. */
    @FunctionalInterface
    interface MomentsFrame extends Serializable {
        Dataset<Row> open(SparkSession spark);
    }

    private LevelTable(
            List<FactorTerms> factors, List<LevelEffects> effects, @Nullable MomentsFrame frame, int fixedCount) {
        this.factors = new ArrayList<>(factors);
        this.effects = new ArrayList<>(effects);
        this.frame = frame;
        this.fixedCount = fixedCount;
    }

    /** Effects that the driver holds. */
    public static LevelTable of(List<LevelEffects> effects) {
        List<FactorTerms> factors = effects.stream()
                .map(each -> new FactorTerms(
                        each.factorName(),
                        each.effectNames(),
                        null,
                        each.levels().size()))
                .toList();
        return new LevelTable(factors, effects, null, 0);
    }

    /**
     * Effects of the levels of packed rows, which stay with the rows unless they are small.
     *
     * @param blocks rows of the levels
     * @param names frame of the levels of a factor, by its name: number and level
     * @param fixedCount number of the fixed coefficients
     * @param kernelName kernel by which tasks compute
     */
    public static LevelTable ofRows(
            List<FactorEffects> effects,
            BlockPartitions blocks,
            BiFunction<SparkSession, String, Dataset<Row>> names,
            int fixedCount,
            String kernelName) {
        PartitionPass<PartitionMoments> pass =
                effects.isEmpty() ? null : effects.get(0).pass();
        if (pass == null) {
            return of(effects.stream().map(FactorEffects::collect).toList());
        }
        LevelMomentsTask task = new LevelMomentsTask(pass, Kernels.nameForExecutors(kernelName));
        List<FactorTerms> factors = effects.stream()
                .map(each -> new FactorTerms(
                        each.effects().factor(),
                        each.effects().terms(),
                        each.effects().correlated(),
                        each.posterior().levels()))
                .toList();
        String dealt = factors.get(0).factor();
        return ofFrame(
                spark -> LevelEffectsTable.named(
                        blocks.toFrame(spark, LevelEffectsTable.UNNAMED, task), names.apply(spark, dealt)),
                factors,
                fixedCount);
    }

    /**
     * Effects in a data frame.
     *
     * @param factors effects as the posterior lists them
     * @param fixedCount number of the fixed coefficients
     */
    static LevelTable ofFrame(MomentsFrame frame, List<FactorTerms> factors, int fixedCount) {
        return new LevelTable(
                factors,
                factors.stream()
                        .map(each -> LevelEffects.ofNoLevels(each.factor(), each.terms()))
                        .toList(),
                frame,
                fixedCount);
    }

    /**
     * Reads the effects of a saved posterior: small ones at once, others when they are needed.
     *
     * @param path path of the table of moments
     * @param factors effects as the saved posterior lists them
     * @param fixedCount number of the fixed coefficients
     * @throws IllegalArgumentException if the table has other factors or levels
     */
    public static LevelTable read(SparkSession spark, String path, List<FactorTerms> factors, int fixedCount) {
        MomentsFrame saved = savedFrame(path);
        LevelTable table = ofFrame(saved, factors, fixedCount);
        double bytes =
                IntStream.range(0, factors.size()).mapToDouble(table::bytes).sum();
        if (bytes <= BroadcastLimit.bytes(spark)) {
            return of(LevelEffectsTable.readMoments(spark, path, factors));
        }
        Map<Integer, Long> counts = new HashMap<>();
        for (Row row : saved.open(spark).groupBy("group").agg(count(lit(1))).collectAsList()) {
            counts.put(row.getInt(0), row.getLong(1));
        }
        for (int e = 0; e < factors.size(); e++) {
            LevelEffectsTable.requireLevels(
                    factors.get(e), counts.getOrDefault(e, 0L).longValue(), path);
        }
        return table;
    }

    /**
     * Copy whose data frame Spark computes now and keeps until its session ends. Where Spark keeps none, the driver holds
     * the effects.
     */
    public LevelTable persisted(SparkSession spark) {
        if (frame == null) {
            return this;
        }
        Dataset<Row> computed = frame.open(spark);
        try {
            computed.persist(StorageLevel.DISK_ONLY());
        } catch (RuntimeException refused) {
            return of(collect(spark));
        }
        computed.count();
        return ofFrame(session -> computed, factors, fixedCount);
    }

    /** Table that reads what {@link #writeMoments} wrote. */
    public LevelTable readFrom(String path) {
        return frame == null ? this : ofFrame(savedFrame(path), factors, fixedCount);
    }

    private static MomentsFrame savedFrame(String path) {
        return spark -> spark.read().schema(LevelEffectsTable.MOMENTS).parquet(LiteralPath.of(path, spark));
    }

    /** Whether the model has no grouping factors. */
    public boolean isEmpty() {
        return factors.isEmpty();
    }

    /** Effects that vary between the levels of a grouping factor, in the order of the model. */
    public List<FactorTerms> factors() {
        return factors;
    }

    /** Effects of the factors' levels, without the levels of those that stay in the data frame. */
    public List<LevelEffects> effects() {
        return effects;
    }

    /** Whether rows are joined with the effects of an entry of the model's effects. */
    public boolean isJoined(int entry) {
        return effects.get(entry).levels().isEmpty();
    }

    /**
     * Copy that holds the effects of the factors that are small enough for every task, by
     * {@code spark.sql.autoBroadcastJoinThreshold}.
     */
    public LevelTable withSmallFactors(SparkSession spark) {
        List<LevelEffects> held = new ArrayList<>();
        for (int e = 0; e < factors.size(); e++) {
            String factor = factors.get(e).factor();
            double bytes = IntStream.range(0, factors.size())
                    .filter(other -> factors.get(other).factor().equals(factor))
                    .mapToDouble(this::bytes)
                    .sum();
            held.add(isJoined(e) && bytes <= BroadcastLimit.bytes(spark) ? collect(spark, e) : effects.get(e));
        }
        return new LevelTable(factors, held, frame, fixedCount);
    }

    /** Effects of all levels, collected into the driver. */
    public List<LevelEffects> collect(SparkSession spark) {
        return IntStream.range(0, factors.size())
                .mapToObj(e -> collect(spark, e))
                .toList();
    }

    /** Effects of the levels of an entry of the model's effects, collected into the driver. */
    LevelEffects collect(SparkSession spark, int entry) {
        return isJoined(entry)
                ? LevelEffectsTable.collect(factors.get(entry), moments(spark, entry))
                : effects.get(entry);
    }

    /** Bytes of the moments of an entry of the model's effects. */
    private double bytes(int entry) {
        double k = factors.get(entry).terms().size();
        return Double.BYTES * factors.get(entry).levels() * k * (1 + k + fixedCount);
    }

    /** Frame of the moments of all effects: group, number, level, mean, covariance and cross. */
    private Dataset<Row> moments(SparkSession spark) {
        return frame == null ? LevelEffectsTable.moments(effects).toDataFrame(spark) : frame.open(spark);
    }

    /** Frame of the moments of an entry of the model's effects, as of all. */
    public Dataset<Row> moments(SparkSession spark, int entry) {
        return moments(spark).where(col("group").equalTo(entry));
    }

    /** Table that people read: factor, level, term, mean and sd of each effect. */
    public Dataset<Row> effects(SparkSession spark) {
        if (frame == null) {
            return LevelEffectsTable.effects(effects).toDataFrame(spark);
        }
        return IntStream.range(0, factors.size())
                .mapToObj(e -> effects(spark, e))
                .reduce(Dataset::union)
                .orElseThrow();
    }

    private Dataset<Row> effects(SparkSession spark, int entry) {
        List<String> terms = factors.get(entry).terms();
        Column names = functions.array(terms.stream().map(functions::lit).toArray(Column[]::new));
        Column variance = functions.element_at(
                col("covariance"), col("pos").multiply(terms.size() + 1).plus(1));
        return moments(spark, entry)
                .select(col("level"), col("covariance"), posexplode(col("mean")))
                .select(
                        lit(factors.get(entry).factor()).as("factor"),
                        col("level"),
                        functions.element_at(names, col("pos").plus(1)).as("term"),
                        col("col").as("mean"),
                        sqrt(variance).as("sd"));
    }

    /** Writes the table of moments, which scoring reads. */
    public void writeMoments(SparkSession spark, String path) {
        if (frame == null) {
            LevelEffectsTable.moments(effects).write(spark, path);
        } else {
            // No number is twice in it, so that Parquet would look for repeated ones in vain.
            moments(spark).write().option("parquet.enable.dictionary", false).parquet(path);
        }
    }

    /** Writes the table that people read. */
    public void writeEffects(SparkSession spark, String path) {
        if (frame == null) {
            LevelEffectsTable.effects(effects).write(spark, path);
        } else {
            effects(spark).write().parquet(path);
        }
    }

    /** Bytes of what the driver holds; a data frame would lead the estimate through all of Spark. */
    @Override
    public long estimatedSize() {
        return SizeEstimator.estimate(effects);
    }
}
