package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.likelihood.LabelChecks;
import io.credence.spark.read.FaultLocator;
import io.credence.spark.read.Table;
import io.credence.spark.row.CellCounts;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.NumberText;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Levels of labels that denote classes by words, or by numbers other than 0, 1, …. Their order gives the numbers of the
 * classes.
 */
public final class LabelLevels {

    private LabelLevels() {}

    /**
     * Rule whose classes are the numbers found in the label column, where these are not 0, 1, … already. Otherwise the
     * given rule is returned. Takes a job over the column.
     */
    public static LabelRule withNumericClasses(LabelRule rule, Table table, DataConfig config) {
        String column = config.responseColumn();
        if (column == null || !rule.classLevels().isEmpty() || !areClasses(config, rule)) {
            return rule;
        }
        ColumnRoles columns = new ColumnRoles(table, config);
        columns.requireKnown(config.responseKey(), column);
        List<String> found = columns.cellType(column).isTime() ? List.of() : ofNumbers(columns, config, column, rule);
        return found.isEmpty() ? rule : rule.withClasses(found, rule.classCount());
    }

    /**
     * Rule whose classes are those that {@code data.reference} lists in order, even without a row. It is the given rule
     * where none are listed.
     *
     * @throws DataException if they are not as many as the model has
     */
    public static LabelRule withListedClasses(LabelRule rule, DataConfig config) {
        String column = config.responseColumn();
        String order =
                column == null ? null : config.predictors().referenceLevels().get(column);
        if (order == null || !rule.classLevels().isEmpty() || !areClasses(config, rule)) {
            return rule;
        }
        List<String> listed = Levels.parseOrder(order);
        if (listed.isEmpty()) {
            return rule;
        }
        int most = rule.mostClasses();
        boolean fits = rule.countsClasses() ? listed.size() <= most : listed.size() == most;
        if (!fits || new HashSet<>(listed).size() < listed.size()) {
            throw new DataException(
                    "data.reference of label '" + column + "' does not list the classes of " + rule.modelName(),
                    (rule.countsClasses() ? "at most " : "") + most + " different classes in order",
                    order,
                    config.path());
        }
        return rule.withClasses(listed, listed.size());
    }

    private static boolean areClasses(DataConfig config, LabelRule rule) {
        return rule.mostClasses() > 0 && config.roles().response().trials() == null;
    }

    /**
     * Levels of labels; empty where labels are the numbers of classes, or no classes. Numbers without an order count as
     * the numbers of classes until a row is refused, so that nothing has to be read before.
     */
    static List<String> of(ColumnRoles columns, DataConfig config, String column, LabelRule rule) {
        if (!areClasses(config, rule) || columns.cellType(column).isTime()) {
            return List.of();
        } else if (!rule.classLevels().isEmpty()) {
            return rule.classLevels();
        } else if (columns.holdsWords(column)) {
            return ofWords(columns, config, column, rule);
        }
        boolean ordered = config.predictors().referenceLevels().containsKey(column);
        return ordered ? ofNumbers(columns, config, column, rule) : List.of();
    }

    /**
     * Levels of labels that are words; empty where all of them are numbers, and no classes.
     *
     * @throws DataException if there are more words than classes, or too few, or their order is not known
     */
    private static List<String> ofWords(ColumnRoles columns, DataConfig config, String column, LabelRule rule) {
        LabelCells found = scanLabels(columns, column, rule);
        if (!config.predictors().referenceLevels().containsKey(column)) {
            requireNoStrayCell(columns.table(), column, found.cells());
        }
        List<String> levels = Levels.sortedLevels(found.levels());
        boolean numbers = levels.stream().allMatch(level -> isNumber(level));
        boolean classes = levels.size() >= 2 && levels.size() <= rule.mostClasses();
        if (numbers && !classes) {
            return List.of();
        } else if (classes && levels.size() < rule.classCount()) {
            return orderedLevels(completeClasses(levels, rule, column, columns.table()), columns, config, column);
        }
        String where = columns.table().where();
        if (!classes) {
            throw new DataException(
                    "the words of label '" + column + "' are not the classes of " + rule.modelName(),
                    rule.mostClasses() == 2 ? "two of them" : "two to " + rule.mostClasses() + " of them",
                    levels.size() > 2 ? "more, " + String.join(", ", levels) : String.join(", ", levels),
                    where);
        }
        if (!numbers
                && rule.isOrdered()
                && levels.size() > 2
                && !config.predictors().referenceLevels().containsKey(column)) {
            throw new DataException(
                    "the order of the words of label '" + column + "' is not known",
                    "data.reference { " + column + " = \"" + String.join(" < ", levels)
                            + "\" } in the order that is meant",
                    "none",
                    where);
        }
        return orderedLevels(levels, columns, config, column);
    }

    private static List<String> orderedLevels(
            List<String> levels, ColumnRoles columns, DataConfig config, String column) {
        return Levels.orderedLevels(
                levels, null, column, config, columns.table().where());
    }

    /** Refuses labels that are numbers but for a few cells, which would otherwise become classes. */
    private static void requireNoStrayCell(Table table, String column, CellCounts cells) {
        if (cells.areNearlyAllNumbers()) {
            throw FaultLocator.strayCellException(
                    table, column, cells, "data.reference { " + column + " = \"… < …\" } lists classes that are words");
        }
    }

    /** Levels of labels that are whole numbers; empty where these are the classes themselves, 0, 1, …, or none. */
    private static List<String> ofNumbers(ColumnRoles columns, DataConfig config, String column, LabelRule rule) {
        List<String> levels =
                Levels.sortedLevels(scanLabels(columns, column, rule).levels());
        boolean ordered = config.predictors().referenceLevels().containsKey(column);
        double[] numbers = levels.stream().mapToDouble(level -> number(level)).toArray();
        if (!LabelChecks.areClassCodes(numbers, rule.mostClasses(), k -> !ordered && rule.isClass(numbers[k], k))) {
            return List.of();
        }
        boolean gaps = levels.size() < rule.classCount();
        return orderedLevels(
                gaps ? completeClasses(levels, rule, column, columns.table()) : levels, columns, config, column);
    }

    /**
     * All classes, where rows have only some of them: 0 to K − 1, 1 to K, or K successive numbers. Words do not show
     * which others there are.
     */
    private static List<String> completeClasses(List<String> found, LabelRule rule, String column, Table table) {
        int classes = rule.classCount();
        double[] numbers = found.stream().mapToDouble(level -> number(level)).toArray();
        double least = Arrays.stream(numbers).min().orElse(0);
        double greatest = Arrays.stream(numbers).max().orElse(0);
        boolean whole = Arrays.stream(numbers).allMatch(number -> number == Math.rint(number));
        boolean fromZero = least >= 0 && greatest < classes;
        boolean fromOne = least >= 1 && greatest <= classes;
        double first = fromZero ? 0 : fromOne ? 1 : least;
        if (!whole || !fromZero && !fromOne && greatest - least + 1 != classes) {
            throw new DataException(
                    "it is not known which classes of label '" + column + "' have no row",
                    classes + " classes, as model.classes states: labels 0 to " + (classes - 1) + ", 1 to " + classes
                            + ", or data.reference { " + column + " = \"… < … < …\" } with all of them in order",
                    String.join(", ", found),
                    table.where());
        }
        return IntStream.range(0, classes)
                .mapToObj(k -> found.stream()
                        .filter(level -> number(level) == first + k)
                        .findFirst()
                        .orElseGet(() -> String.valueOf((long) first + k)))
                .toList();
    }

    /** Numbers that predictions use for the classes: levels that are numbers themselves, else 0, 1, …. */
    public static List<Double> classNumbers(List<String> levels, int classes) {
        boolean theirOwn = !levels.isEmpty() && levels.stream().allMatch(level -> isNumber(level));
        return IntStream.range(0, classes)
                .mapToObj(k -> theirOwn ? number(levels.get(k)) : k)
                .toList();
    }

    private static boolean isNumber(String level) {
        return !Double.isNaN(number(level));
    }

    private static double number(String level) {
        return NumberText.parse(UTF8String.fromString(level));
    }

    /**
     * Kinds and different texts of the cells in the column of labels.
     *
     * @param cells kinds of all cells
     * @param levels different cells; of each partition at most one more than a model may have
     */
    private record LabelCells(CellCounts cells, TreeSet<UTF8String> levels) implements Serializable {

        static LabelCells none(char decimal) {
            return new LabelCells(new CellCounts(decimal), new TreeSet<>());
        }

        LabelCells merge(LabelCells other) {
            levels.addAll(other.levels);
            return new LabelCells(cells.merge(other.cells), levels);
        }

        void add(UTF8String cell, int most) {
            cells.add(cell);
            if (levels.size() <= most && !levels.contains(cell) && !Double.isInfinite(NumberText.parse(cell))) {
                levels.add(cell.copy());
            }
        }
    }

    private static LabelCells scanLabels(ColumnRoles columns, String column, LabelRule rule) {
        int most = rule.mostClasses();
        char decimal = columns.table().origin().decimalSeparator();
        return columns
                .table()
                .select(columns.levels(column))
                .run((partition, rows) -> scanLabels(rows, most, decimal))
                .stream()
                .reduce(LabelCells.none(decimal), LabelCells::merge);
    }

    private static LabelCells scanLabels(Iterator<InternalRow> rows, int most, char decimal) {
        LabelCells found = LabelCells.none(decimal);
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            if (!row.isNullAt(0)) {
                found.add(row.getUTF8String(0), most);
            }
        }
        return found;
    }
}
