package io.credence.model;

import io.credence.data.RowBlock;

/**
 * Series view of a block.
 *
 * @param block block whose rows are in order of time
 */
record BlockSeries(RowBlock block) implements Series {

    @Override
    public int length() {
        return block.rows();
    }

    @Override
    public int columns() {
        return block.columns();
    }

    @Override
    public double label(int t) {
        return block.attributes().labels()[t];
    }

    @Override
    public double feature(int t, int column) {
        return block.value(t, column);
    }

    @Override
    public double offset(int t) {
        return block.attributes().offset(t);
    }
}
