package io.credence.formula;

import java.io.Serializable;
import java.util.List;

/**
 * Column of a design that is a product of numbers, or of numbers and contrasts of levels, with the
 * columns from which its scale is derived.
 *
 * @param column index of the column
 * @param numbers index of the column of each of its numbers; -1 where there is none
 * @param levels index of the column of each of its contrasts; -1 where there is none
 * @param siblings indices of the columns with the same numbers and one indicator for each level, whose sum is the
 *     product of the numbers; empty where levels are coded otherwise
 * @param within columns that become this one when they are multiplied by numbers
 */
public record ColumnProduct(int column, int[] numbers, int[] levels, int[] siblings, List<ParentColumn> within)
        implements Serializable {
    public ColumnProduct {
        within = List.copyOf(within);
    }

    /**
     * Column that becomes another when it is multiplied by numbers.
     *
     * @param column index of the column
     * @param times indices, among the other's numbers, of those that it is multiplied by
     */
    public record ParentColumn(int column, int[] times) implements Serializable {}
}
