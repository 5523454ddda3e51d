package io.credence.spark.row;

import io.credence.formula.CellFunction;
import io.credence.formula.Design;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Computation of a row by a formula from cells. Those of the design come first, then those of the response.
 *
 * @param design features and offset
 * @param response response, of the cells after the design's; null where a column is the response, or where rows are
 *     scored
 * @param trials trials of which the response counts the successes, of these cells too; null where it does not
 * @param responseCells number of these cells
 */
public record FormulaCells(
        Design design,
        @Nullable CellFunction response,
        @Nullable CellFunction trials,
        int responseCells) implements Serializable {

    /** Copy with another design of the same cells. */
    FormulaCells withDesign(Design other) {
        return new FormulaCells(other, response, trials, responseCells);
    }

    int count() {
        return design.cellInputs().size() + responseCells;
    }
}
