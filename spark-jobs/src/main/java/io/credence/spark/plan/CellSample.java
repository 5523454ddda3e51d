package io.credence.spark.plan;

import io.credence.spark.read.Table;
import io.credence.spark.row.OrderType;
import io.credence.spark.row.SqlText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Sample of the cells of text columns in a table's first rows, which shows whether they hold times. All columns are
 * read at once.
 */
final class CellSample {

    private static final int ROWS = 100;

    private final Table table;
    private final Map<String, List<UTF8String>> known = new HashMap<>();

    CellSample(Table table) {
        this.table = table;
    }

    /** First cells of a column that are not missing. */
    Stream<UTF8String> sampleCells(String column) {
        if (!known.containsKey(column)) {
            read(isUnreadable(column) ? List.of(column) : textColumns());
        }
        return known.getOrDefault(column, List.of()).stream();
    }

    /**
     * Whether a text column holds times, by at least half of its cells. So a bad cell is reported wherever it stands.
     */
    boolean areTimes(String column) {
        if (isUnreadable(column)) {
            return false;
        }
        long times = sampleCells(column)
                .filter(cell -> OrderType.parseTimeMicros(cell) != null)
                .count();
        return times > 0 && 2 * times >= sampleCells(column).count();
    }

    /** Columns of text that can be read. */
    private List<String> textColumns() {
        return Arrays.stream(table.schema().fields())
                .filter(field -> field.dataType() instanceof StringType)
                .map(StructField::name)
                .filter(name -> !name.equals(Table.MALFORMED)
                        && !isUnreadable(name)
                        && !table.origin().isRepeated(name))
                .toList();
    }

    /**
     * Whether a column has the name that Spark gives to a nameless column of a CSV. Reading it is an error, since the
     * header lacks that name.
     */
    private boolean isUnreadable(String name) {
        return table.origin().hasNumericText() && name.matches("_c\\d+");
    }

    private void read(List<String> columns) {
        Column[] required = columns.stream().map(SqlText::column).toArray(Column[]::new);
        List<InternalRow> rows = table.select(required).readFirst(ROWS);
        for (int j = 0; j < required.length; j++) {
            int column = j;
            known.put(
                    columns.get(j),
                    rows.stream()
                            .filter(row -> !row.isNullAt(column))
                            .map(row -> row.getUTF8String(column))
                            .toList());
        }
    }
}
