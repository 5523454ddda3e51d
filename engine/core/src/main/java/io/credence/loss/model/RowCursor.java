package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.model.Row;

/** Row view that can be moved over the rows of blocks. For one thread. */
public final class RowCursor implements Row {

    private final double[] features;
    private double label;
    private double offset;

    /** A cursor over blocks of {@code columns} columns. */
    public RowCursor(int columns) {
        features = new double[columns];
    }

    /** Moves to row {@code i} of {@code block}. */
    public void moveTo(RowBlock block, int i) {
        block.copyRow(i, features);
        label = block.attributes().labels()[i];
        offset = block.attributes().offset(i);
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
