package io.credence.spark.backend;

import io.credence.spark.pack.RunIterator;
import java.util.Iterator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/**
 * Iterator that appends new columns to external rows of a data frame. Old cells stay as they came; new ones are
 * converted to the form of external rows.
 */
public final class FrameAppendIterator implements Iterator<Row> {

    private final int width;
    private final int added;
    private final Iterator<InternalRow> appended;
    private @Nullable Row last;

    public FrameAppendIterator(Iterator<Row> rows, StructType schema, RowTask task) {
        Function1<Object, Object> convert = CatalystTypeConverters.createToCatalystConverter(schema);
        this.width = schema.size();
        this.added = task.newColumnCount();
        // A task holds one row at a time, so that the last one read is the one that is returned
        this.appended = task.run(RunIterator.mapIterator(rows, row -> {
            last = row;
            return (InternalRow) convert.apply(row);
        }));
    }

    @Override
    public boolean hasNext() {
        return appended.hasNext();
    }

    @Override
    public Row next() {
        InternalRow row = appended.next();
        Object[] cells = new Object[width + added];
        for (int j = 0; j < width && last != null; j++) {
            cells[j] = last.get(j);
        }
        for (int k = 0; k < added; k++) {
            cells[width + k] = toExternalCell(row.get(width + k, null));
        }
        return RowFactory.create(cells);
    }

    private static @Nullable Object toExternalCell(@Nullable Object cell) {
        if (cell instanceof UnsafeArrayData numbers) {
            return numbers.toDoubleArray();
        }
        return cell instanceof UTF8String text ? text.toString() : cell;
    }
}
