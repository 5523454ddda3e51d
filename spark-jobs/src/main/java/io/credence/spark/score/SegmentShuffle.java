package io.credence.spark.score;

import io.credence.config.DataConfig;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.Runs;
import io.credence.spark.row.SegmentKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/**
 * Rows redistributed by group, in one shuffle: those of a group stand together in a task, which reads them one by one.
 *
 * @param rows columns that are read, named by their position, and behind them the cells that name a row's group, as
 *     text
 * @param readColumnCount number of the columns that are read
 */
public record SegmentShuffle(Dataset<Row> rows, int readColumnCount) {

    /** Step that is applied to a group, in a task. */
    @FunctionalInterface
    public interface SegmentFunction extends Serializable {
        Iterator<Row> run(SegmentKey key, Iterator<Row> rows);
    }

    /** Creates rows that are yet to be dealt, whose columns are named by their position. */
    public static SegmentShuffle of(Dataset<Row> rows, int width) {
        String[] names = new String[rows.columns().length];
        Arrays.setAll(names, SegmentShuffle::name);
        return new SegmentShuffle(rows.toDF(names), width);
    }

    /** Name of the j-th column. */
    public static String name(int j) {
        return "_" + j;
    }

    /** Columns that name a group. */
    Column[] keyColumns() {
        return columns(readColumnCount, rows.columns().length);
    }

    private static Column[] columns(int first, int end) {
        Column[] columns = new Column[end - first];
        Arrays.setAll(columns, k -> functions.col(name(first + k)));
        return columns;
    }

    /**
     * Deals the rows over the tasks of {@code data.partitions}, on which no number depends, those of a group in the
     * given order.
     */
    public SegmentShuffle repartitionBySegment(DataConfig config, Column order) {
        int tasks = config.partitions().orElse(RowShuffle.PARTITIONS);
        Column[] keys = keyColumns();
        Column[] sorted = Arrays.copyOf(keys, keys.length + 1);
        sorted[keys.length] = order;
        return new SegmentShuffle(rows.repartition(tasks, keys).sortWithinPartitions(sorted), readColumnCount);
    }

    /** Deals the rows, those of a group in an order of their content alone. */
    public SegmentShuffle repartitionBySegment(DataConfig config) {
        return repartitionBySegment(config, functions.xxhash64(columns(0, readColumnCount)));
    }

    /** Applies a step to each group. */
    public MapPartitionsFunction<Row, Row> applyToSegments(SegmentFunction step) {
        int first = readColumnCount;
        int end = rows.columns().length;
        return part -> new Runs<>(part, row -> segmentKey(row, first, end), step::run);
    }

    private static SegmentKey segmentKey(Row row, int first, int end) {
        List<@Nullable String> cells = new ArrayList<>(end - first);
        for (int k = first; k < end; k++) {
            cells.add(row.isNullAt(k) ? null : row.getString(k));
        }
        return new SegmentKey(cells);
    }
}
