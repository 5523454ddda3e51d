package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.model.Row;
import org.jspecify.annotations.Nullable;

/** Row view that can be moved over the rows of blocks. For one thread. */
public final class RowCursor implements Row {

    private final double[] features;
    private @Nullable RowBlock block;
    private int first;
    private int shown;
    private double label;
    private double offset;

    /** A cursor over blocks of {@code columns} columns. */
    public RowCursor(int columns) {
        features = new double[columns];
    }

    /** Moves to the rows of {@code to} from {@code from} on, of which {@link #showRow} shows one. */
    public void moveTo(RowBlock to, int from) {
        block = to;
        first = from;
        shown = -1;
    }

    /** View of row {@code i} of those to which the cursor was moved. */
    public RowCursor showRow(int i) {
        RowBlock rows = block;
        if (rows == null) {
            throw new IllegalStateException("a row is shown after a move to its block");
        }
        if (shown != i) {
            rows.copyRow(first + i, features);
            label = rows.attributes().labels()[first + i];
            offset = rows.attributes().offset(first + i);
            shown = i;
        }
        return this;
    }

    @Override
    public int columns() {
        return features.length;
    }

    @Override
    public double feature(int column) {
        return features[column];
    }

    @Override
    public double label() {
        return label;
    }

    @Override
    public double offset() {
        return offset;
    }
}
