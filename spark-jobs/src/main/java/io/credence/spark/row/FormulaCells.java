package io.credence.spark.row;

import io.credence.formula.Design;
import io.credence.formula.RowNumber;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a formula makes of the cells of a row: those of the design first, then those from which the response is computed.
 *
 * @param design features and offset
 * @param response of the cells after the design's; null where a column is the response, or where rows are scored
 * @param trials of which the response counts the successes, of the same cells; null where it does not
 * @param responseCells how many those are
 */
public record FormulaCells(
        Design design,
        @Nullable RowNumber response,
        @Nullable RowNumber trials,
        int responseCells) implements Serializable {

    /** The same of another design of the same cells. */
    FormulaCells of(Design other) {
        return new FormulaCells(other, response, trials, responseCells);
    }

    int count() {
        return design.inputs().size() + responseCells;
    }
}
