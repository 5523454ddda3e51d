package io.credence.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows dealt out by group, in one shuffle: those of a group stand together in a task, which reads them one by one.
 *
 * @param rows the columns that are read, and behind them the cells that name a row's group, as text
 * @param width number of the columns that are read
 * @param keys number of those cells
 */
record GroupDeal(Dataset<Row> rows, int width, int keys) {

    /** What is done with a group, in a task. */
    @FunctionalInterface
    interface Step extends Serializable {
        Iterator<Row> run(GroupKey key, Iterator<InternalRow> rows);
    }

    /**
     * Rows in groups, those of a group in an order of their content alone.
     *
     * @param columns that are read
     * @param cells that name a group
     */
    static GroupDeal of(Dataset<Row> rows, Column[] columns, Column[] cells, int tasks) {
        Column[] all = Arrays.copyOf(columns, columns.length + cells.length);
        Column[] names = new Column[cells.length];
        for (int k = 0; k < cells.length; k++) {
            all[columns.length + k] = cells[k].as(name(k));
            names[k] = functions.col("_" + (columns.length + k));
        }
        Dataset<Row> plain = FrameRows.plain(rows.select(all));
        Column[] content = new Column[columns.length];
        Arrays.setAll(content, j -> functions.col("_" + j));
        Column[] order = Arrays.copyOf(names, names.length + 1);
        order[names.length] = functions.xxhash64(content);
        return new GroupDeal(plain.repartition(tasks, names).sortWithinPartitions(order), columns.length, cells.length);
    }

    /** Name of the k-th cell that names a group. */
    static String name(int k) {
        return "__credence_by_" + k;
    }

    /** What a step makes of each group. */
    MapPartitionsFunction<Row, Row> eachOf(Step step) {
        StructType schema = rows.schema();
        int first = width;
        int count = keys;
        return part -> new Runs<>(FrameRows.cells(part, schema), row -> key(row, first, count), step::run);
    }

    private static GroupKey key(InternalRow row, int first, int count) {
        List<@Nullable String> cells = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            cells.add(
                    row.isNullAt(first + k)
                            ? null
                            : row.getUTF8String(first + k).toString());
        }
        return new GroupKey(cells);
    }
}
