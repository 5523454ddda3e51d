package io.credence.spark.plan;

import io.credence.spark.backend.FrameRows;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.read.Table;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Levels of the rows that packing will keep. Rows that it leaves out do not count. */
final class PackedRowLevels {

    /** Name of the column of the levels of a row, one for each grouping factor. */
    static final String COLUMN = "levels";

    private PackedRowLevels() {}

    /**
     * Computes the levels of each row that packing will keep; null for other rows.
     *
     * @param selected columns that are read, those of the levels at the end
     * @param plan plan that decides which rows are left out
     */
    static Dataset<Row> of(Table table, Column[] selected, RowPlan plan, int factors) {
        Dataset<Row> cells = FrameRows.withNumericTimes(table.rows().select(selected));
        StructType schema = cells.schema();
        int first = selected.length - factors;
        StructType levels = new StructType().add(COLUMN, DataTypes.createArrayType(DataTypes.StringType));
        return cells.mapPartitions(
                (MapPartitionsFunction<Row, Row>) part -> {
                    RowDecoder decoder = new RowDecoder(plan);
                    return RunIterator.mapIterator(FrameRows.toInternalRows(part, schema), row -> {
                        RowDecoder.Outcome outcome = decoder.decode(row);
                        boolean left =
                                outcome == RowDecoder.Outcome.SKIPPED || outcome == RowDecoder.Outcome.WEIGHTLESS;
                        return RowFactory.create((Object) (left ? null : levels(row, first, factors)));
                    });
                },
                Encoders.row(levels));
    }

    private static @Nullable String[] levels(InternalRow row, int first, int factors) {
        @Nullable String[] levels = new String[factors];
        for (int f = 0; f < factors; f++) {
            levels[f] = row.isNullAt(first + f)
                    ? null
                    : row.getUTF8String(first + f).toString();
        }
        return levels;
    }
}
