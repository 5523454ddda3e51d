package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.Smooth;
import io.credence.kind.GroupingFactor;
import io.credence.kind.LevelNames;
import io.credence.kind.RandomEffects;
import io.credence.kind.RowGrouping;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.read.Table;
import io.credence.spark.row.LevelIndex;
import io.credence.spark.row.LevelNumbers;
import io.credence.spark.row.LevelNumbers.JoinedNumbers;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Levels of the grouping factors, numbered in the order of their texts. The driver, and each process that runs tasks, holds those
 * of small factors; rows are joined with the others, which stay a data frame.
 *
 * @param factors grouping factors
 * @param names levels of each factor, sorted
 * @param held numbers of the levels of each factor, for tasks; empty where rows are joined with them
 * @param numbered levels that rows are joined with; null for none
 * @param largestLevelRows number of rows of the largest level of each factor
 * @param rows number of rows that have a level of each factor
 */
public record FactorLevels(
        List<GroupingFactor> factors,
        List<LevelNames> names,
        List<Optional<LevelNumbers>> held,
        @Nullable NumberedLevels numbered,
        long[] largestLevelRows,
        long rows) {

    private static final StructType NAMES =
            new StructType().add("number", DataTypes.IntegerType, false).add("level", DataTypes.StringType, false);

    private static final double PARTITION_BYTES = 16 << 20;
    private static final int MOST_PARTITIONS = 4096;

    public FactorLevels {
        factors = List.copyOf(factors);
        names = List.copyOf(names);
        held = List.copyOf(held);
    }

    /** Numbers of levels, of which a process that runs tasks has one copy. */
    private record SharedNumbers(SharedValue<LevelIndex> index, int size) implements LevelNumbers {

        @Override
        public LevelIndex inTask() {
            return index.value();
        }

        @Override
        public int numberOf(UTF8String level, InternalRow cells) {
            return inTask().of(level);
        }
    }

    /**
     * Finds the levels of the rows that packing will keep, and counts their rows; null where there are no grouping
     * factors.
     *
     * @param selected columns that are read, those of the levels at the end
     * @param plan plan that decides which rows are left out
     */
    public static @Nullable FactorLevels of(Table table, DataConfig config, Column[] selected, RowPlan plan) {
        if (config.predictors().groupingTerms().isEmpty()) {
            return null;
        }
        List<String> names = new ArrayList<>(LevelColumns.factorColumns(config).keySet());
        Column[] columns = Arrays.copyOfRange(selected, selected.length - names.size(), selected.length);
        Dataset<Row> levelsOfRows = plan.mayLeaveOut()
                ? PackedRowLevels.of(table, selected, plan, names.size())
                : table.rows().select(functions.array(columns).as(PackedRowLevels.COLUMN));
        Dataset<Row> counted = levelsOfRows
                .select(functions
                        .posexplode(functions.col(PackedRowLevels.COLUMN))
                        .as(new String[] {"factor", "level"}))
                .where(functions.col("level").isNotNull())
                .groupBy("factor", "level")
                .agg(functions.count(functions.lit(1)).as("rows"));
        LevelSearch.Found found = LevelSearch.of(counted, names.size());
        try {
            return of(names, found, table);
        } catch (Exception failed) { // Spark throws checked exceptions that it does not declare
            found.release();
            throw failed;
        }
    }

    private static FactorLevels of(List<String> names, LevelSearch.Found found, Table table) {
        List<GroupingFactor> factors = new ArrayList<>();
        List<Optional<LevelNumbers>> held = new ArrayList<>();
        for (LevelSearch.FoundFactor each : found.factors()) {
            factors.add(each.toFactor(names.get(factors.size()), table.where()));
            held.add(each.isHeld() ? Optional.of(sharedNumbers(each.names().all(), table)) : Optional.empty());
        }
        return new FactorLevels(
                factors,
                found.factors().stream().map(LevelSearch.FoundFactor::names).toList(),
                held,
                found.numbered(),
                found.factors().stream()
                        .mapToLong(LevelSearch.FoundFactor::largestRows)
                        .toArray(),
                found.factors().stream()
                        .mapToLong(LevelSearch.FoundFactor::rows)
                        .min()
                        .orElse(0));
    }

    private static LevelNumbers sharedNumbers(List<String> levels, Table table) {
        return new SharedNumbers(table.execution().share(LevelIndex.of(levels)), levels.size());
    }

    /** Notes on the levels for the user, one sentence each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (int f = 0; f < factors.size(); f++) {
            int levels = factors.get(f).levelCount();
            if (largestLevelRows[f] == 1) {
                notes.add("each row has a level of its own of '"
                        + factors.get(f).name() + "': its effects take up what varies from row to row");
            } else if (levels < 5) {
                notes.add(String.format(
                        Locale.ROOT,
                        "'%s' has %d levels, too few to estimate how much levels differ; the prior dominates",
                        factors.get(f).name(),
                        levels));
            }
        }
        return notes;
    }

    /**
     * Number of partitions for rows of {@code columns} columns. It does not depend on the machine, since no bit of a
     * result may.
     */
    public int partitionCount(int columns) {
        double bytes = 8.0 * rows * (columns + 4 + factors.size());
        return (int) Math.max(1, Math.min(MOST_PARTITIONS, Math.ceil(bytes / PARTITION_BYTES)));
    }

    /**
     * Plan for rows whose levels stand from column {@code first} on. The factor with most effects assigns rows to
     * partitions, so that these effects can be solved level by level.
     */
    LevelPlan plan(int first, List<RandomEffects> effects) {
        List<LevelPlan.Factor> plan = new ArrayList<>();
        for (int f = 0; f < factors.size(); f++) {
            GroupingFactor factor = factors.get(f);
            int[] slopes = slopesBesideIntercept(factor, effects);
            LevelNumbers numbers = held.get(f)
                    .orElse(new JoinedNumbers(first + factors.size() + joinedBefore(f), factor.levelCount()));
            plan.add(new LevelPlan.Factor(factor.name(), first + f, numbers, slopes));
        }
        return new LevelPlan(plan, dealingFactor(effects), false);
    }

    private IntStream joinedFactors() {
        return IntStream.range(0, factors.size()).filter(f -> held.get(f).isEmpty());
    }

    /** Whether rows are joined with the numbers of their levels, which they have not where the table is read again. */
    public boolean areJoined() {
        return joinedFactors().findAny().isPresent();
    }

    private int joinedBefore(int factor) {
        return (int) joinedFactors().filter(f -> f < factor).count();
    }

    /**
     * Appends the numbers of levels that the plan finds in columns.
     *
     * @param selected columns that are read, those of the levels at the end
     */
    public Dataset<Row> withNumbers(Dataset<Row> selected) {
        int columns = selected.columns().length;
        List<LevelColumnsJoin.Known> known = joinedFactors()
                .mapToObj(f -> new LevelColumnsJoin.Known(
                        columns - factors.size() + f,
                        Objects.requireNonNull(numbered)
                                .frame(f)
                                .select(
                                        functions.col("level").as("__credence_text_" + f),
                                        functions.col("number").as("__credence_number_" + f))))
                .toList();
        return LevelColumnsJoin.append(selected, columns, known);
    }

    /** Frame of the levels of a factor: number and level. */
    public Dataset<Row> frame(SparkSession spark, String factor) {
        int f = factors.stream().map(GroupingFactor::name).toList().indexOf(factor);
        if (numbered != null && held.get(f).isEmpty()) {
            return numbered.frame(f);
        }
        List<String> levels = names.get(f).all();
        return DriverTable.of(
                        NAMES,
                        IntStream.range(0, levels.size())
                                .mapToObj(level -> RowFactory.create(level, levels.get(level)))
                                .toList())
                .toDataFrame(spark);
    }

    /** Frees what Spark keeps of the levels. */
    public void release() {
        if (numbered != null) {
            numbered.release();
        }
    }

    private static int[] slopesBesideIntercept(GroupingFactor factor, List<RandomEffects> effects) {
        List<RandomEffects> own = effects.stream()
                .filter(each -> each.factor().equals(factor.name()))
                .toList();
        boolean intercept = own.stream().anyMatch(each -> each.terms().contains(FeaturePlan.INTERCEPT));
        return own.stream()
                .flatMapToInt(each -> IntStream.range(0, intercept ? each.size() : 0)
                        .filter(k -> !each.terms().get(k).equals(FeaturePlan.INTERCEPT))
                        .map(k -> each.columns()[k]))
                .distinct()
                .toArray();
    }

    /** Number of the factor with most effects. */
    private int dealingFactor(List<RandomEffects> effects) {
        long[] unknowns = new long[factors.size()];
        for (int f = 0; f < unknowns.length; f++) {
            GroupingFactor factor = factors.get(f);
            unknowns[f] = effects.stream()
                    .filter(each -> each.factor().equals(factor.name()))
                    .mapToLong(each -> (long) each.size() * factor.levelCount())
                    .sum();
        }
        int most = 0;
        for (int f = 1; f < unknowns.length; f++) {
            most = unknowns[f] > unknowns[most] ? f : most;
        }
        return most;
    }

    /**
     * Grouping of the rows, with effects on the given features; null where there are no grouping factors and no smooths.
     *
     * @param levels levels of the factors; null where there are none
     */
    public static @Nullable RowGrouping rowGrouping(@Nullable FactorLevels levels, FeaturePlan.Features features) {
        List<Smooth> smooths = features.smooths();
        if (levels == null && smooths.isEmpty()) {
            return null;
        }
        boolean[] fixed = new boolean[features.names().size()];
        Arrays.fill(fixed, 0, features.fixedCount(), true);
        RowPlan.Role weight = features.plan().roles().weight();
        return new RowGrouping(
                levels == null ? List.of() : levels.factors,
                levels == null ? List.of() : levels.names,
                features.effects(),
                fixed,
                levels == null ? new long[0] : levels.largestLevelRows,
                smooths,
                weight != null && weight.isSd());
    }

    /** Notes effects that the rows cannot separate from others of the same level. */
    public static void noteInseparableEffects(FeaturePlan.Features features, RowTally tally, List<String> notes) {
        LevelPlan levelPlan = Objects.requireNonNull(features.plan().levelPlan());
        for (int f = 0; f < levelPlan.factors().size(); f++) {
            LevelPlan.Factor factor = levelPlan.factors().get(f);
            BitSet varying = tally.varyingSlopes(f);
            List<String> constant = Arrays.stream(factor.slopeColumns())
                    .filter(column -> !varying.get(column))
                    .mapToObj(features.names()::get)
                    .toList();
            String within = String.format(
                    Locale.ROOT,
                    "not vary within %s of '%s': only the prior separates",
                    factor.numbers().size() > LevelPlan.LEVELS_COMPARED
                            ? "the " + LevelPlan.LEVELS_COMPARED + " levels that were compared"
                            : "the levels",
                    factor.name());
            if (!constant.isEmpty()) {
                notes.add(Sentences.columnSentence(
                        constant,
                        "does " + within + " its effects from those of the intercept",
                        "do " + within + " their effects from those of the intercept"));
            }
        }
    }
}
