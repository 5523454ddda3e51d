package io.credence.loss.model;

import io.credence.data.RowBlock;
import io.credence.model.RowModel;
import java.util.Objects;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/** Loss of a row model as a formula of its constrained parameters, at the rows it was moved to. */
public final class RowModelFormula implements RowFormula {

    private final RowModel model;
    private final RowCursor cursor;
    private @Nullable RowBlock block;
    private int first;

    public RowModelFormula(RowModel model, int columns) {
        this.model = model;
        this.cursor = new RowCursor(columns);
    }

    @Override
    public void moveTo(RowBlock to, int from) {
        block = to;
        first = from;
    }

    @Override
    public <T extends CalculusFieldElement<T>> T loss(int row, T[] inputs) {
        cursor.moveTo(Objects.requireNonNull(block), first + row);
        return model.logLikelihood(cursor, inputs).negate();
    }
}
