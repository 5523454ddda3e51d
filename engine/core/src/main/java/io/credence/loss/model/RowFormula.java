package io.credence.loss.model;

import io.credence.data.RowBlock;
import org.hipparchus.CalculusFieldElement;

/** Loss −log p of the rows of a chunk as a formula of some inputs, for any type of number. */
public interface RowFormula {

    /** Moves to the chunk whose first row is {@code first}. */
    void moveTo(RowBlock block, int first);

    /** Loss of a row, counted from the first of the chunk. */
    <T extends CalculusFieldElement<T>> T loss(int row, T[] inputs);
}
