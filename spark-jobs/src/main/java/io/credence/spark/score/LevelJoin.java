package io.credence.spark.score;

import static org.apache.spark.sql.functions.col;

import io.credence.spark.plan.LevelColumnsJoin;
import io.credence.spark.row.LevelIndex;
import io.credence.spark.row.LevelNumbers;
import io.credence.spark.row.LevelNumbers.JoinedNumbers;
import io.credence.spark.row.LevelNumbers.UnseenLevels;
import io.credence.spark.row.LevelPlan;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Join of rows with the effects of their levels. Tasks find levels of small factors by an index. Rows are joined with the
 * effects of the others by the texts of their levels, and have the same order in every run.
 *
 * @param levels effects of the levels
 * @param factors names of the grouping factors
 * @param first position of the first of their columns
 */
record LevelJoin(LevelTable levels, List<String> factors, int first) {

    /** Columns that the join appends for an entry of the model's effects. */
    private static final List<String> APPENDED = List.of("number", "mean", "covariance", "cross");

    /** Largest number of unseen levels among which the first one of the rows is looked for. */
    private static final int MOST_UNSEEN = 1000;

    LevelJoin {
        factors = List.copyOf(factors);
    }

    /**
     * Plan by which tasks find a row's levels after the join, and their effects' moments where the join appended them.
     *
     * @param allowsNew whether rows may have levels that were not in the fit
     */
    LevelPlan plan(boolean allowsNew) {
        int[] ordinals = IntStream.range(0, levels.factors().size())
                .map(e -> levels.isJoined(e) ? ordinal(e) + 1 : -1)
                .toArray();
        return new LevelPlan(factors(this::numbers), 0, allowsNew, ordinals);
    }

    private List<LevelPlan.Factor> factors(IntFunction<LevelNumbers> numbers) {
        return IntStream.range(0, factors.size())
                .mapToObj(f -> new LevelPlan.Factor(factors.get(f), first + f, numbers.apply(f), new int[0]))
                .toList();
    }

    private LevelNumbers numbers(int factor) {
        int entry = entries(factor).findFirst().orElseThrow();
        return levels.isJoined(entry)
                ? new JoinedNumbers(ordinal(entry), levels.factors().get(entry).levels())
                : LevelIndex.of(levels.effects().get(entry).levels());
    }

    /** Entries of the model's effects for a factor. */
    private IntStream entries(int factor) {
        return IntStream.range(0, levels.factors().size())
                .filter(e -> levels.factors().get(e).factor().equals(factors.get(factor)));
    }

    private IntStream joinedEntries() {
        return IntStream.range(0, levels.factors().size()).filter(levels::isJoined);
    }

    /** Position of the first column that the join appends for an entry. */
    private int ordinal(int entry) {
        int before = (int) joinedEntries().filter(e -> e < entry).count();
        return first + factors.size() + before * APPENDED.size();
    }

    /** Number of the columns that the join appends. */
    int columnCount() {
        return (int) joinedEntries().count() * APPENDED.size();
    }

    private static String appendedName(int entry, String name) {
        return "__credence_effects_" + entry + "_" + name;
    }

    /** Appends the moments at the rows' levels to the columns that the plan reads; others follow. */
    Dataset<Row> appendMoments(Dataset<Row> rows) {
        List<LevelColumnsJoin.Known> known = joinedEntries()
                .mapToObj(e -> new LevelColumnsJoin.Known(
                        first + factors.indexOf(levels.factors().get(e).factor()), moments(rows.sparkSession(), e)))
                .toList();
        return LevelColumnsJoin.append(rows, first + factors.size(), known);
    }

    private Dataset<Row> moments(SparkSession spark, int entry) {
        Stream<Column> columns = Stream.concat(Stream.of("level"), APPENDED.stream())
                .map(name -> col(name).as(appendedName(entry, name)));
        return levels.moments(spark, entry).select(columns.toArray(Column[]::new));
    }

    /**
     * Plan that finds the first row with an unseen level without a join, in the order of the rows' file.
     *
     * @param rows joined rows
     */
    LevelPlan unseenPlan(Dataset<Row> rows, boolean allowsNew) {
        return new LevelPlan(factors(factor -> unseenNumbers(rows, factor)), 0, allowsNew);
    }

    private LevelNumbers unseenNumbers(Dataset<Row> rows, int factor) {
        int entry = entries(factor).findFirst().orElseThrow();
        if (!levels.isJoined(entry)) {
            return numbers(factor);
        }
        Column level = rows.col(rows.columns()[first + factor]);
        List<String> unseen = rows
                .where(level.isNotNull().and(col(appendedName(entry, "number")).isNull()))
                .select(level)
                .distinct()
                .limit(MOST_UNSEEN)
                .collectAsList()
                .stream()
                .map(row -> row.getString(0))
                .toList();
        return new UnseenLevels(LevelIndex.of(unseen));
    }
}
