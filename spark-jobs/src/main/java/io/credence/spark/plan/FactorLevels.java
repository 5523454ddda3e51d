package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.GroupingTerm;
import io.credence.formula.Smooth;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.kind.RowGrouping;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LevelIndex;
import io.credence.spark.row.LevelNames;
import io.credence.spark.row.LevelNumbers;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.LevelText;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Levels of the grouping factors, as texts, found by one job that counts their rows.
 *
 * @param factors grouping factors
 * @param names levels of each factor, sorted
 * @param numbers numbers of these levels, for tasks
 * @param largestLevelRows number of rows of the largest level of each factor
 * @param rows number of rows that have a level of each factor
 */
public record FactorLevels(
        List<GroupingFactor> factors,
        List<List<String>> names,
        List<LevelNumbers> numbers,
        long[] largestLevelRows,
        long rows) {

    /**
     * Largest number of levels. Each takes 22 bytes of the driver's memory beside its letters until the fit ends.
     */
    private static final int MOST = 20_000_000;

    private static final double PARTITION_BYTES = 16 << 20;
    private static final int MOST_PARTITIONS = 4096;

    public FactorLevels {
        factors = List.copyOf(factors);
        names = List.copyOf(names);
        numbers = List.copyOf(numbers);
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

    /** Grouping factors of a configuration with their columns, in the order in which they are first named. */
    public static Map<String, List<String>> factorColumns(DataConfig config) {
        Map<String, List<String>> factors = new LinkedHashMap<>();
        for (GroupingTerm term : config.predictors().groupingTerms()) {
            factors.putIfAbsent(term.factorName(), term.factorColumns());
        }
        return factors;
    }

    /**
     * Appends the columns of the levels to the selected ones.
     *
     * @throws DataException if there is no such column, or its cells are no levels
     */
    public static Column[] withLevelColumns(Column[] selected, Table table, DataConfig config) {
        Map<String, List<String>> factors = factorColumns(config);
        Column[] all = Arrays.copyOf(selected, selected.length + factors.size());
        int at = selected.length;
        ColumnRoles roles = new ColumnRoles(table, config);
        for (List<String> by : factors.values()) {
            by.forEach(name -> roles.requireKnown("model.groups", name));
            all[at] = levelText(table, by).as("__credence_level_" + (at - selected.length));
            at++;
        }
        return all;
    }

    /**
     * Plan that leaves out rows without a level, and allows any level; null where there are no grouping factors.
     *
     * @param columns number of the selected columns, those of the levels at the end
     */
    public static @Nullable LevelPlan anyLevelPlan(DataConfig config, int columns) {
        List<String> names = new ArrayList<>(factorColumns(config).keySet());
        List<LevelPlan.Factor> factors = new ArrayList<>();
        for (String name : names) {
            int ordinal = columns - names.size() + factors.size();
            factors.add(new LevelPlan.Factor(name, ordinal, LevelIndex.of(List.of()), new int[0]));
        }
        return factors.isEmpty() ? null : new LevelPlan(factors, 0, true);
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
        List<String> names = new ArrayList<>(factorColumns(config).keySet());
        Column[] columns = Arrays.copyOfRange(selected, selected.length - names.size(), selected.length);
        Dataset<Row> levelsOfRows = plan.mayLeaveOut()
                ? PackedRowLevels.of(table, selected, plan, names.size())
                : table.rows().select(functions.array(columns).as(PackedRowLevels.COLUMN));
        Dataset<Row> counted = levelsOfRows
                .select(functions.posexplode(functions.col(PackedRowLevels.COLUMN)))
                .where(functions.col("col").isNotNull())
                .groupBy("pos", "col")
                .count();
        List<LevelNames.Builder> levels =
                names.stream().map(name -> LevelNames.sorter()).toList();
        long[] largest = new long[names.size()];
        long[] rows = new long[names.size()];
        int count = 0;
        // Row by row, since rows of Spark take several times the memory of their texts.
        for (Iterator<Row> found = counted.toLocalIterator(); found.hasNext(); ) {
            Row row = found.next();
            if (++count > MOST) {
                throw new DataException(
                        "there are too many levels of " + String.join(", ", names),
                        "at most " + MOST,
                        "more",
                        table.where());
            }
            int f = row.getInt(0);
            levels.get(f).add(row.getString(1));
            largest[f] = Math.max(largest[f], row.getLong(2));
            rows[f] += row.getLong(2);
        }
        List<List<String>> sorted = new ArrayList<>();
        List<LevelNumbers> numbers = new ArrayList<>();
        List<GroupingFactor> factors = new ArrayList<>();
        for (int f = 0; f < largest.length; f++) {
            sorted.add(levels.get(f).sorted());
            factors.add(factor(names.get(f), sorted.get(f), table));
            numbers.add(new SharedNumbers(
                    table.execution().share(LevelIndex.of(sorted.get(f))),
                    sorted.get(f).size()));
        }
        return new FactorLevels(
                factors, sorted, numbers, largest, Arrays.stream(rows).min().orElse(0));
    }

    private static GroupingFactor factor(String name, List<String> levels, Table table) {
        if (levels.size() < 2) {
            throw new DataException(
                    "the grouping factor '" + name + "' has "
                            + (levels.isEmpty() ? "no level" : "one level, whose effects the others already are"),
                    "at least two levels",
                    levels.isEmpty() ? "none in a row that is kept" : DataException.quoted(levels.get(0)),
                    table.where());
        }
        return GroupingFactor.of(name, levels);
    }

    /** Text of a level; null where a cell is missing. */
    private static Column levelText(Table table, List<String> by) {
        for (String name : by) {
            DataType type = table.schema().apply(name).dataType();
            if (!LevelText.canBeLevels(type)) {
                throw new DataException(
                        "column '" + name + "' cannot be a grouping factor",
                        "text, numbers, booleans or times",
                        "type " + type.simpleString(),
                        table.where());
            }
        }
        return LevelText.of(table.schema(), by);
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
            plan.add(new LevelPlan.Factor(factor.name(), first + f, numbers.get(f), slopes));
        }
        return new LevelPlan(plan, dealingFactor(effects), false);
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
