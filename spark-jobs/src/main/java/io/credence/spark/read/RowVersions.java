package io.credence.spark.read;

import io.credence.effect.CellChange;
import io.credence.effect.EffectRequest;
import io.credence.effect.ModelColumn;
import io.credence.spark.row.LevelText;
import io.credence.spark.row.SqlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;

/**
 * Versions of the rows of a table with changed cells, one for each average of expected responses. Further cells show
 * which version a row is and which average it belongs to. The changes of a derived column are made where it is derived.
 */
public final class RowVersions {

    private static final String HELPER = "__credence_effect_";
    /** Name of the group of rows whose cell is missing. No cell is likely to hold that text. */
    private static final String MISSING = "(missing)";

    private static final String VERSION = HELPER + "version";
    private static final String WEIGHT = HELPER + "weight";
    /** Half of a sample that a row belongs to, 0 or 1. */
    private static final String HALF = HELPER + "half";
    /** Group of sampled rows that a row belongs to. */
    private static final String GROUP = HELPER + "group";

    private final Table table;
    private final Dataset<Row> base;
    private final List<List<CellChange>> versions;
    private final EffectRequest request;
    private final RowWeights weights;
    private final Map<String, ModelColumn> variables = new LinkedHashMap<>();

    /**
     * Creates the versions of a table's rows.
     *
     * @param versions changes of each version
     * @param variables columns that may be changed
     * @param weights weights of the rows in averages
     */
    public RowVersions(
            Table table,
            List<List<CellChange>> versions,
            List<ModelColumn> variables,
            EffectRequest request,
            RowWeights weights) {
        this(table, table.baseRows(), versions, variables, request, weights);
    }

    private RowVersions(
            Table table,
            Dataset<Row> base,
            List<List<CellChange>> versions,
            List<ModelColumn> variables,
            EffectRequest request,
            RowWeights weights) {
        this.table = table;
        this.base = base;
        this.versions = versions;
        this.request = request;
        this.weights = weights;
        variables.forEach(each -> this.variables.put(each.name(), each));
    }

    /**
     * Versions of a random sample of the rows.
     *
     * @param share probability of a row to be in the sample
     */
    public RowVersions ofSample(double share, long seed) {
        return new RowVersions(
                table, base.sample(false, share, seed), versions, List.copyOf(variables.values()), request, weights);
    }

    /** Weights of the rows in averages. */
    public RowWeights weights() {
        return weights;
    }

    /** Number of versions of a row. */
    public int count() {
        return versions.size();
    }

    /** Table with a row for each version of each row. */
    public Table versionedTable() {
        return versionedTable(base);
    }

    /** Table with a row for each version of each of the first rows. */
    public Table firstRowsTable(int rows) {
        return versionedTable(base.limit(rows));
    }

    /**
     * Table with a row for each version of each row, all versions of a row in the same one of random groups.
     *
     * @param groups number of the groups
     */
    public Table groupedTable(int groups, long seed) {
        Column group = functions.floor(functions.rand(seed).multiply(groups));
        return versionedTable(base.withColumn(GROUP, group));
    }

    /**
     * Table with a row for each version of each row in a random sample, all versions of a row in the same half of it.
     *
     * @param share probability of a row to be in the sample
     */
    public Table sampledTable(double share, long seed) {
        Dataset<Row> sample = base.sample(false, share, ~seed);
        Column half = functions.pmod(functions.monotonically_increasing_id(), functions.lit(2));
        return versionedTable(sample.withColumn(HALF, half));
    }

    private Table versionedTable(Dataset<Row> some) {
        Dataset<Row> rows = some;
        List<String> own = Arrays.asList(rows.columns());
        for (String name : request.by()) {
            rows = own.contains(name)
                    ? rows.withColumn(HELPER + "by_" + name, LevelText.of(rows.schema(), name))
                    : rows;
        }
        rows = weights.columnNames().allMatch(own::contains)
                ? rows.withColumn(WEIGHT, weights.weightColumn(table))
                : rows;
        rows = rows.withColumn(VERSION, functions.explode(versionNumbers()));
        Map<String, String> otherwise = new LinkedHashMap<>();
        for (String name : changed()) {
            String derived = table.expressionOf(name);
            if (derived == null) {
                rows = rows.withColumn(
                        name, changed(name, rows.schema().apply(name).dataType()));
            } else {
                otherwise.put(name, changed(name, derived));
            }
        }
        return table.withChangedRows(rows, otherwise);
    }

    /**
     * Columns that are selected after the changed ones: the number of the version, the weight, and the cells that
     * divide the rows; in a sample also the half or group that a row
     * belongs to.
     */
    public Column[] helperColumns(Table rows) {
        List<String> known = Arrays.asList(rows.rows().columns());
        List<Column> columns = new ArrayList<>();
        columns.add(functions.col(VERSION));
        columns.add(known.contains(WEIGHT) ? functions.col(WEIGHT) : weights.weightColumn(rows));
        for (String name : request.by()) {
            String before = HELPER + "by_" + name;
            Column cell = rows.identityColumn(known.contains(before) ? before : name);
            columns.add(functions.coalesce(cell, functions.lit(MISSING)));
        }
        Stream.of(HALF, GROUP)
                .filter(known::contains)
                .forEach(name -> columns.add(functions.col(name).cast(DataTypes.StringType)));
        return columns.toArray(new Column[0]);
    }

    private Column versionNumbers() {
        Column[] numbers = new Column[versions.size()];
        Arrays.setAll(numbers, functions::lit);
        return functions.array(numbers);
    }

    private List<String> changed() {
        return versions.stream()
                .flatMap(List::stream)
                .map(CellChange::column)
                .distinct()
                .toList();
    }

    /**
     * Column with the changes of each version, in the column's type. Numbers become doubles if a version shifts them.
     */
    private Column changed(String name, DataType type) {
        boolean moved = versions.stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.column().equals(name) && each.value() == null);
        DataType widened = type instanceof NumericType && !isFactor(name) ? DataTypes.DoubleType : type;
        Column cell = SqlText.column(name).cast(moved ? widened : type);
        for (int v = 0; v < versions.size(); v++) {
            for (CellChange change : versions.get(v)) {
                if (change.column().equals(name)) {
                    Column other = change.value() == null
                            ? table.number(name).plus(change.shift())
                            : functions.lit(change.value());
                    Column typed = isFactor(name) && change.value() != null
                            ? other.cast(type)
                            : toColumnText(other.cast(widened), widened);
                    cell = functions
                            .when(functions.col(VERSION).equalTo(v), typed)
                            .otherwise(cell);
                }
            }
        }
        return cell;
    }

    /** Number in the form of its column, which may be text with another decimal separator. */
    private Column toColumnText(Column number, DataType type) {
        char decimal = table.origin().decimalSeparator();
        return type instanceof StringType && decimal != '.'
                ? functions.translate(number, ".", String.valueOf(decimal))
                : number;
    }

    private boolean isFactor(String name) {
        ModelColumn variable = variables.get(name);
        return variable != null && variable.isFactor();
    }

    /** SQL of a derived column with the changes of each version. */
    private String changed(String name, String sql) {
        StringBuilder cases = new StringBuilder("case " + SqlText.quoted(VERSION));
        for (int v = 0; v < versions.size(); v++) {
            for (CellChange change : versions.get(v)) {
                if (change.column().equals(name)) {
                    cases.append(" when ").append(v).append(" then ").append(changeSql(change, sql));
                }
            }
        }
        return cases.append(" else (").append(sql).append(") end").toString();
    }

    private String changeSql(CellChange change, String sql) {
        String value = change.value();
        if (value == null) {
            return "(" + sql + ") + double(" + change.shift() + ")";
        }
        return isFactor(change.column())
                ? "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
                : "double(" + value + ")";
    }
}
