package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.spark.read.ColumnSuggestion;
import io.credence.spark.read.FaultLocator;
import io.credence.spark.read.Table;
import io.credence.spark.row.CellType;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.LevelText;
import io.credence.spark.row.NumberText;
import io.credence.spark.row.OrderType;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowRoles;
import io.credence.spark.row.SeriesPlan;
import io.credence.spark.row.SqlText;
import io.credence.summary.Sentences;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/** Roles of the columns of a table, and the selection of those that are read. Refuses unknown and doubtful names. */
public final class ColumnRoles {

    private final Table table;
    private final DataConfig config;
    private final List<String> known;
    private final List<Column> selected = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> times = new LinkedHashSet<>();
    private List<String> levels = List.of();
    private final CellSample first;

    private boolean renamed;

    public ColumnRoles(Table table, DataConfig config) {
        this.table = table;
        this.config = config;
        this.first = new CellSample(table);
        this.known = Arrays.stream(table.schema().fieldNames())
                .filter(name -> !name.equals(Table.MALFORMED))
                .toList();
        if (config.roles().site() != null) {
            requireKnown("sites.column", config.roles().site());
        }
        if (config.roles().key() != null) {
            requireKnown("data.key", config.roles().key());
        }
    }

    /** Columns selected so far, in the order of ordinals. */
    public List<Column> selected() {
        return selected;
    }

    /** Names of the table's columns. */
    List<String> columnNames() {
        return known;
    }

    /** Keeps all columns in front of those that are selected later. */
    public void selectAll() {
        known.stream().map(SqlText::column).forEach(selected::add);
        renamed = true;
    }

    /** Selects the column of malformed lines, if there is one; returns its ordinal, else −1. */
    public int selectMalformed() {
        boolean present = known.size() < table.schema().size();
        return present ? append(functions.col(Table.MALFORMED)) : -1;
    }

    /** Selects a column, decimals as doubles; returns its ordinal. */
    int select(String name) {
        return append(cells(name));
    }

    /** Cells of a column; decimals as doubles. */
    Column cells(String name) {
        Column column = SqlText.column(name);
        return type(name) instanceof DecimalType ? column.cast("double") : column;
    }

    /** Selects a column as levels; returns its ordinal. */
    int selectLevels(String name) {
        return append(levels(name));
    }

    /**
     * Cells of a column as levels.
     *
     * @throws DataException if they cannot be levels
     */
    Column levels(String name) {
        if (!LevelText.canBeLevels(type(name))) {
            throw unusable(name);
        }
        return LevelText.of(table.schema(), name);
    }

    private DataException unusable(String name) {
        return new DataException(
                "column '" + name + "' cannot be used",
                "numbers, booleans, times, text or vectors of spark.ml",
                "type " + type(name).simpleString(),
                table.where());
    }

    /**
     * Appends a column to the selection. One under its own name costs Spark nothing, under another one a copy of each
     * row.
     */
    private int append(Column column) {
        selected.add(renamed ? column.as("__credence_" + selected.size()) : column);
        return selected.size() - 1;
    }

    DataType type(String name) {
        return table.schema().apply(name).dataType();
    }

    boolean isVector(String name) {
        return type(name) instanceof VectorUDT;
    }

    /** Conversion of a column's cells to numbers. Text that holds no numbers is allowed. */
    CellType cellType(String name) {
        DataType type = type(name);
        CellType cell = type instanceof DecimalType ? CellType.DOUBLE : CellType.of(type);
        if (cell == null) {
            throw unusable(name);
        }
        return cell == CellType.TEXT && first.areTimes(name) ? CellType.TEXT_OF_TIMES : cell;
    }

    /** Conversion of a column's cells to numbers. */
    CellType numberType(String name) {
        CellType cell = cellType(name);
        if (cell == CellType.TEXT && !table.origin().hasNumericText()) {
            throw FaultLocator.textColumnException(table, name, "type string");
        }
        if (cell.isTime()) {
            times.add(name);
        }
        return withDecimalSeparator(cell);
    }

    /** Conversion of text by the table's decimal separator. */
    private CellType withDecimalSeparator(CellType cell) {
        return cell == CellType.TEXT && table.origin().decimalSeparator() == ',' ? CellType.TEXT_OF_COMMAS : cell;
    }

    /** Roles of the rows of a fit, selected in this order. */
    RowRoles rowRoles(@Nullable String label, LabelRule rule) {
        return new RowRoles(
                labelRole(label, rule),
                rule,
                config.roles().response().censored() == null
                        ? role("data.trials", config.roles().response().trials())
                        : role("data.censored", config.roles().response().censored()),
                weightRole(),
                role("data.offset", config.roles().offset()));
    }

    /** Column of a role; null where no column has it. */
    public RowPlan.@Nullable Role role(String key, @Nullable String name) {
        if (name == null) {
            return null;
        }
        requireKnown(key, name);
        CellType type = numberType(name);
        return new RowPlan.Role(select(name), name, type);
    }

    /** Column of weights, or of the standard deviations whose inverse squares they are. */
    public RowPlan.@Nullable Role weightRole() {
        RowPlan.Role sd = role("data.sd", config.roles().knownSd());
        return sd == null
                ? role("data.weight", config.roles().weight())
                : new RowPlan.Role(sd.ordinal(), sd.column(), sd.type(), null, true);
    }

    /** Column of the response; words become the numbers of classes. Null if there is no such column. */
    RowPlan.@Nullable Role labelRole(@Nullable String name, LabelRule rule) {
        if (name == null) {
            return null;
        }
        requireKnown(config.responseKey(), name);
        levels = LabelLevels.of(this, config, name, rule);
        if (levels.isEmpty()) {
            return role(config.responseKey(), name);
        }
        notes.add("the classes of label '" + name + "' are, from 0 on: " + String.join(", ", levels));
        return new RowPlan.Role(selectLevels(name), name, CellType.TEXT, Levels.levelNumbers(levels), false);
    }

    /** Whether cells are words: text, but not the numbers of a file of text. */
    boolean holdsWords(String name) {
        char decimal = table.origin().decimalSeparator();
        return cellType(name) == CellType.TEXT
                && (!table.origin().hasNumericText()
                        || first.sampleCells(name).anyMatch(cell -> Double.isNaN(NumberText.parse(cell, decimal))));
    }

    /**
     * Levels of the label that denote the classes, in order; empty where labels are the numbers of classes, or no
     * classes.
     */
    List<String> levels() {
        return levels;
    }

    Table table() {
        return table;
    }

    /** Columns that make series of rows; null where none orders them. */
    @Nullable
    SeriesPlan series() {
        String order = config.roles().series().order();
        if (order == null) {
            return null;
        }
        String name = config.roles().series().name();
        RowPlan.Role series = null;
        if (name != null) {
            requireKnown("data.series", name);
            series = new RowPlan.Role(selectLevels(name), name, CellType.TEXT);
        }
        requireKnown("data.order", order);
        DataType type = type(order) instanceof DecimalType ? DataTypes.DoubleType : type(order);
        OrderType ordered = OrderType.of(
                type,
                type instanceof StringType
                        ? first.sampleCells(order).findFirst().orElse(null)
                        : null,
                table.origin().decimalSeparator());
        if (ordered == null) {
            throw new DataException(
                    "column '" + order + "' cannot order rows",
                    "numbers, dates or timestamps",
                    type instanceof StringType ? "text" : "type " + type.simpleString(),
                    table.where());
        }
        CellType cell = CellType.of(type);
        CellType read = cell == null ? CellType.LONG : withDecimalSeparator(cell);
        return new SeriesPlan(series, new RowPlan.Role(select(order), order, read), ordered);
    }

    /** Refuses a name that no column has, or more than one. */
    public void requireKnown(String key, String name) {
        if (table.origin().isRepeated(name)) {
            throw new DataException(
                    "more than one column is named '" + name + "', used as " + key,
                    "distinct names",
                    String.join(", ", known),
                    table.where());
        }
        if (name.equals(Table.MALFORMED) || table.schema().getFieldIndex(name).isEmpty()) {
            throw new DataException(
                    "there is no column '" + name + "', required by " + key,
                    "one of the columns",
                    ColumnSuggestion.suggestion(table, name, known),
                    table.where());
        }
    }

    /** Notes on the columns for users. */
    List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (!times.isEmpty()) {
            all.add(Sentences.columnSentence(
                    List.copyOf(times),
                    "is a time; it counts days since 1970-01-01",
                    "are times; they count days since 1970-01-01"));
        }
        return all;
    }

    /** Adds a note on the columns. */
    void note(String text) {
        notes.add(text);
    }
}
