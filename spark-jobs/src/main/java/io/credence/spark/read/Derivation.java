package io.credence.spark.read;

import io.credence.spark.row.CellCounts;
import io.credence.spark.row.DataException;
import io.credence.spark.row.SqlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Derivation of new columns by Spark SQL expressions. Where cells are text, expressions see columns of numbers as
 * doubles, while the columns themselves stay text, so that a bad cell can still be shown as it stands.
 *
 * @param expressions SQL by name of the new column, in order
 * @param numericColumns text columns that expressions see as doubles
 */
public record Derivation(Map<String, String> expressions, Set<String> numericColumns) {

    /** Derivation of no columns. */
    static final Derivation NONE = ofTypedColumns(Map.of());

    /** Number of rows that are read to recognise a column of numbers. */
    private static final int FIRST_ROWS = 1000;

    private static final String HELPER = "__credence_";
    private static final String RAW = HELPER + "raw_";

    public Derivation {
        expressions = new LinkedHashMap<>(expressions);
        numericColumns = new TreeSet<>(numericColumns);
    }

    /** Derivation by expressions over typed columns. */
    static Derivation ofTypedColumns(Map<String, String> expressions) {
        return new Derivation(expressions, Set.of());
    }

    /** Derivation by expressions over text; which columns hold numbers is read off the first rows. */
    static Derivation ofTextColumns(Map<String, String> expressions, Dataset<Row> rows, char decimal) {
        if (expressions.isEmpty()) {
            return ofTypedColumns(expressions);
        }
        List<Row> first = rows.takeAsList(FIRST_ROWS);
        Set<String> numbers = new TreeSet<>();
        StructField[] fields = rows.schema().fields();
        for (int f = 0; f < fields.length; f++) {
            if (fields[f].dataType() instanceof StringType && holdsNumbers(first, f, decimal)) {
                numbers.add(fields[f].name());
            }
        }
        return new Derivation(expressions, numbers);
    }

    /** Copy, some of whose columns have other expressions. */
    Derivation withExpressions(Map<String, String> otherwise) {
        Map<String, String> all = new LinkedHashMap<>(expressions);
        otherwise.forEach((name, sql) -> all.computeIfPresent(name, (same, before) -> sql));
        return new Derivation(all, numericColumns);
    }

    private static boolean holdsNumbers(List<Row> rows, int column, char decimal) {
        CellCounts cells = new CellCounts(decimal);
        for (Row row : rows) {
            if (!row.isNullAt(column)) {
                cells.add(UTF8String.fromString(row.getString(column)));
            }
        }
        return cells.count() > 0 && (cells.areNumbers() || cells.areNearlyAllNumbers());
    }

    /** Numbers of a column with a given decimal separator; null where a cell is none. */
    static Column numberColumn(String column, char decimal) {
        Column cell = SqlText.column(column);
        Column plain = decimal == '.'
                ? cell
                : functions
                        .when(functions.contains(cell, functions.lit(".")), functions.lit(null))
                        .otherwise(functions.translate(cell, String.valueOf(decimal), "."));
        return plain.try_cast("double");
    }

    /** Adds the new columns to a table. */
    Dataset<Row> apply(Dataset<Row> table, Table.Origin origin) {
        if (expressions.isEmpty()) {
            return table;
        }
        Dataset<Row> observed = table;
        for (String name : numericColumns) {
            Column raw = SqlText.column(name);
            observed = observed.withColumn(RAW + name, raw)
                    .withColumn(name, numberColumn(name, origin.decimalSeparator()));
        }
        for (Map.Entry<String, String> entry : expressions.entrySet()) {
            observed = addDerivedColumn(observed, entry.getKey(), entry.getValue(), origin.where());
        }
        List<Column> kept = new ArrayList<>();
        for (String name : withoutPrefix(RAW, observed.columns())) {
            boolean restored = numericColumns.contains(name) && !expressions.containsKey(name);
            kept.add(restored ? SqlText.column(RAW + name).as(name) : SqlText.column(name));
        }
        return observed.select(kept.toArray(new Column[0]));
    }

    private static List<String> withoutPrefix(String prefix, String[] columns) {
        return Arrays.stream(columns).filter(name -> !name.startsWith(prefix)).toList();
    }

    private static Dataset<Row> addDerivedColumn(Dataset<Row> table, String name, String sql, String where) {
        try {
            Dataset<Row> derived = table.withColumn(name, functions.expr(sql));
            RowExpressionCheck.requireRowwise(table, derived, name, sql, where);
            return derived;
        } catch (Exception failed) {
            if (failed instanceof AnalysisException) {
                throw new DataException(
                        "the expression of data.derive." + name + " cannot be used",
                        "a Spark SQL expression of the columns "
                                + String.join(", ", withoutPrefix(HELPER, table.columns())),
                        DataException.quoted(sql) + ": "
                                + SqlText.firstLine(failed).replaceFirst(" Did you mean .*", ""),
                        where,
                        failed);
            }
            throw failed;
        }
    }
}
