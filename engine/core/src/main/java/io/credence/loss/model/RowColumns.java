package io.credence.loss.model;

import io.credence.data.RowBlock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Some columns of the rows of a block, for models that read them beside their predictors. For one thread. */
public final class RowColumns {

    private final int[] positions;
    private final double[] found;
    private double[] row = new double[0];
    private @Nullable RowBlock block;

    /** Columns at the given positions. */
    public RowColumns(int[] positions) {
        this.positions = positions;
        this.found = new double[positions.length];
    }

    /** Moves to a block. */
    public void moveTo(RowBlock to) {
        block = to;
        if (positions.length > 0 && row.length != to.columns()) {
            row = new double[to.columns()];
        }
    }

    /** The columns of a row of the block, valid until the next call. */
    public double[] of(int i) {
        if (positions.length > 0) {
            Objects.requireNonNull(block).copyRow(i, row);
            for (int k = 0; k < positions.length; k++) {
                found[k] = row[positions[k]];
            }
        }
        return found;
    }
}
