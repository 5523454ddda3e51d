package io.credence.spark.score;

import io.credence.config.DataConfig;
import io.credence.spark.backend.Execution;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.row.SegmentKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows redistributed by segment, in one shuffle. Those of a segment stand together in a task, which reads them one by
 * one.
 *
 * @param rows columns that are read, named by their position, followed by the cells that name a row's segment, as text
 * @param readColumnCount number of the columns that are read
 */
public record SegmentShuffle(Dataset<Row> rows, int readColumnCount) {

    /** Function that a task applies to the rows of a segment. */
    @FunctionalInterface
    public interface SegmentFunction extends Serializable {
        Iterator<Row> run(SegmentKey key, Iterator<Row> rows);
    }

    /** Names the columns of rows by their position, before the shuffle. */
    public static SegmentShuffle of(Dataset<Row> rows, int width) {
        String[] names = new String[rows.columns().length];
        Arrays.setAll(names, SegmentShuffle::name);
        return new SegmentShuffle(rows.toDF(names), width);
    }

    /** Name of the j-th column. */
    public static String name(int j) {
        return "_" + j;
    }

    /** Columns that name a segment. */
    Column[] keyColumns() {
        return columns(readColumnCount, rows.columns().length);
    }

    private static Column[] columns(int first, int end) {
        Column[] columns = new Column[end - first];
        Arrays.setAll(columns, k -> functions.col(name(first + k)));
        return columns;
    }

    /**
     * Redistributes the rows over {@code data.partitions} tasks, with the rows of a segment in the given order. No
     * result depends on the number of tasks.
     */
    public SegmentShuffle repartitionBySegment(DataConfig config, Column order) {
        int tasks = config.partitions().orElse(RowShuffle.PARTITIONS);
        Column[] keys = keyColumns();
        Column[] sorted = Arrays.copyOf(keys, keys.length + 1);
        sorted[keys.length] = order;
        return new SegmentShuffle(rows.repartition(tasks, keys).sortWithinPartitions(sorted), readColumnCount);
    }

    /** Redistributes the rows, with the rows of a segment in an order that depends on their content alone. */
    public SegmentShuffle repartitionBySegment(DataConfig config) {
        return repartitionBySegment(config, functions.xxhash64(columns(0, readColumnCount)));
    }

    /**
     * Applies a function to each segment.
     *
     * @param execution execution that gives each executor the function once; to read it takes longer than a fit of few rows
     * @param schema schema of the rows that the function makes
     */
    public Dataset<Row> applyToSegments(Execution execution, SegmentFunction step, StructType schema) {
        SharedValue<SegmentFunction> shared = execution.share(step);
        int first = readColumnCount;
        int end = rows.columns().length;
        MapPartitionsFunction<Row, Row> task =
                part -> new RunIterator<>(part, row -> segmentKey(row, first, end), shared.value()::run);
        return rows.mapPartitions(task, Encoders.row(schema));
    }

    private static SegmentKey segmentKey(Row row, int first, int end) {
        List<@Nullable String> cells = new ArrayList<>(end - first);
        for (int k = first; k < end; k++) {
            cells.add(row.isNullAt(k) ? null : row.getString(k));
        }
        return new SegmentKey(cells);
    }
}
