package io.credence.formula;

import java.io.Serializable;
import java.util.List;

/**
 * Design column that is a product of numbers, or of numbers and contrasts of levels. It names the columns from which
 * the scale of its prior is derived.
 *
 * @param column index of the column
 * @param numberColumns index of the column of each of its numbers; -1 where there is none
 * @param contrastColumns index of the column of each of its contrasts; -1 where there is none
 * @param levelSiblings indices of the columns with the same numbers and one indicator for each level, whose sum is the
 *     product of the numbers; empty where levels are coded otherwise
 * @param parents columns from which this one results when they are multiplied by numbers
 */
public record ColumnProduct(
        int column, int[] numberColumns, int[] contrastColumns, int[] levelSiblings, List<ParentColumn> parents)
        implements Serializable {
    public ColumnProduct {
        parents = List.copyOf(parents);
    }

    /**
     * Column from which a product results when it is multiplied by numbers.
     *
     * @param column index of the column
     * @param multiplierIndices indices of these numbers among those of the product
     */
    public record ParentColumn(int column, int[] multiplierIndices) implements Serializable {}
}
