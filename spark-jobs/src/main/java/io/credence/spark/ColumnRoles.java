package io.credence.spark;

import io.credence.config.DataConfig;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Which column of a table plays which role, and which of them are selected. Refuses unknown and doubtful names. */
final class ColumnRoles {

    /** Rows that are looked at to tell numbers from times. */
    private static final int LOOK = 100;

    private final Table table;
    private final DataConfig config;
    private final List<String> known;
    private final List<Column> selected = new ArrayList<>();
    private boolean renamed;

    ColumnRoles(Table table, DataConfig config) {
        this.table = table;
        this.config = config;
        this.known = Arrays.stream(table.schema().fieldNames())
                .filter(name -> !name.equals(Table.MALFORMED))
                .toList();
    }

    /** What is selected so far, in the order of ordinals. */
    List<Column> selected() {
        return selected;
    }

    /** Names of the table's columns. */
    List<String> known() {
        return known;
    }

    /** Keeps all columns in front of those that are selected later. */
    void selectAll() {
        for (String name : known) {
            selected.add(functions.col(Derivation.quoted(name)));
        }
        renamed = true;
    }

    /** Selects the column of malformed lines, if there is one. */
    int selectMalformed() {
        boolean present = known.size() < table.schema().size();
        return present ? append(functions.col(Table.MALFORMED)) : -1;
    }

    /** Selects a column; decimals as doubles. */
    int select(String name) {
        Column column = functions.col(Derivation.quoted(name));
        return append(type(name) instanceof DecimalType ? column.cast("double") : column);
    }

    /** A column under its own name costs Spark nothing, under another one a copy of each row. */
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

    /** How cells of a column become levels, or numbers where it need not be a number. */
    CellType cellType(String name) {
        DataType type = type(name);
        CellType cell = type instanceof DecimalType ? CellType.DOUBLE : CellType.of(type);
        if (cell == null) {
            throw new DataException(
                    "column '" + name + "' cannot be used",
                    "numbers, booleans, text or vectors of spark.ml",
                    "type " + type.simpleString(),
                    table.where());
        }
        return cell;
    }

    /** How cells of a column become numbers. */
    CellType numberType(String name) {
        CellType cell = cellType(name);
        if (cell == CellType.TEXT && !table.origin().text()) {
            throw textColumn(table, name, "type string");
        }
        return cell;
    }

    static DataException textColumn(Table table, String name, String found) {
        return new DataException(
                "column '" + name + "' holds text",
                "numbers; list it under data.categorical, or leave it out of data.features",
                found,
                table.where());
    }

    /** The column of a role; null if the role is not played. */
    RowPlan.@Nullable Role role(String key, @Nullable String name) {
        if (name == null) {
            return null;
        }
        requireKnown(key, name);
        CellType type = numberType(name);
        return new RowPlan.Role(select(name), name, type);
    }

    /** The columns that make series of rows; null where none orders them. */
    @Nullable
    SeriesPlan series() {
        String order = config.order();
        if (order == null) {
            return null;
        }
        RowPlan.Role series = null;
        if (config.series() != null) {
            requireKnown("series", config.series());
            series = new RowPlan.Role(select(config.series()), config.series(), cellType(config.series()));
        }
        requireKnown("order", order);
        DataType type = type(order) instanceof DecimalType ? DataTypes.DoubleType : type(order);
        OrderType ordered = OrderType.of(type, type instanceof StringType ? example(order) : null);
        if (ordered == null) {
            throw new DataException(
                    "column '" + order + "' cannot order rows",
                    "numbers, dates or timestamps",
                    type instanceof StringType ? "text" : "type " + type.simpleString(),
                    table.where());
        }
        CellType cell = CellType.of(type);
        return new SeriesPlan(
                series, new RowPlan.Role(select(order), order, cell == null ? CellType.LONG : cell), ordered);
    }

    /** The first cell with content among the first rows. */
    private @Nullable UTF8String example(String column) {
        return table.rows().select(functions.col(Derivation.quoted(column))).takeAsList(LOOK).stream()
                .filter(row -> !row.isNullAt(0))
                .map(row -> UTF8String.fromString(row.getString(0)))
                .filter(cell -> !NumberText.isMissing(cell))
                .findFirst()
                .orElse(null);
    }

    void requireKnown(String key, String name) {
        if (isRepeated(name)) {
            throw new DataException(
                    "more than one column is named '" + name + "', used as data." + key,
                    "distinct names",
                    String.join(", ", known),
                    table.where());
        }
        if (!known.contains(name)) {
            throw new DataException(
                    "there is no column '" + name + "', asked for by data." + key,
                    "one of the columns",
                    Spelling.suggest(name, known),
                    table.where());
        }
    }

    private boolean isRepeated(String name) {
        return table.origin().repeated().stream().anyMatch(name::equalsIgnoreCase);
    }

    /** Columns that play a role other than that of a feature, those that are excluded among them. */
    Set<String> others() {
        Set<String> others = new LinkedHashSet<>(
                config.formula() == null
                        ? List.of(config.label())
                        : config.formula().responseColumns());
        Stream.of(config.weight(), config.offset(), config.series(), config.order())
                .filter(Objects::nonNull)
                .forEach(others::add);
        config.exclude().forEach(name -> requireKnown("exclude", name));
        return others;
    }

    /** The columns that {@code *} or {@code .} stands for. */
    List<String> remaining() {
        Set<String> others = others();
        others.addAll(config.exclude());
        return known.stream().filter(name -> !others.contains(name)).toList();
    }

    /** Names of the feature columns in order: {@code *} spelled out, categorical ones that are not listed at the end. */
    List<String> features() {
        Set<String> others = others();
        List<String> names = new ArrayList<>();
        for (String name : config.features()) {
            if (name.equals(DataConfig.ALL_FEATURES)) {
                remaining().stream()
                        .filter(column -> !config.features().contains(column))
                        .forEach(names::add);
            } else {
                names.add(name);
            }
        }
        config.categorical().stream().filter(name -> !names.contains(name)).forEach(names::add);
        Set<String> once = new LinkedHashSet<>();
        for (String name : names) {
            requireKnown(config.categorical().contains(name) ? "categorical" : "features", name);
            if (!once.add(name) || others.contains(name)) {
                throw new DataException(
                        "column '" + name + "' is used twice",
                        "one role per column, each feature once",
                        others.contains(name)
                                ? "a feature that is also label, weight, offset, series or order"
                                : "two features",
                        table.where());
            }
        }
        return names;
    }
}
