package io.credence.formula;

import java.io.Serializable;
import java.util.List;

/**
 * Column of a design that is a product of numbers, or of numbers and contrasts of levels, with the
 * columns from which its scale is derived.
 *
 * @param column index of the column
 * @param numberColumns index of the column of each of its numbers; -1 where there is none
 * @param contrastColumns index of the column of each of its contrasts; -1 where there is none
 * @param levelSiblings indices of the columns with the same numbers and one indicator for each level, whose sum is the
 *     product of the numbers; empty where levels are coded otherwise
 * @param parents columns that become this one when they are multiplied by numbers
 */
public record ColumnProduct(
        int column, int[] numberColumns, int[] contrastColumns, int[] levelSiblings, List<ParentColumn> parents)
        implements Serializable {
    public ColumnProduct {
        parents = List.copyOf(parents);
    }

    /**
     * Column that becomes another when it is multiplied by numbers.
     *
     * @param column index of the column
     * @param multiplierIndices indices, among the other's numbers, of those that it is multiplied by
     */
    public record ParentColumn(int column, int[] multiplierIndices) implements Serializable {}
}
