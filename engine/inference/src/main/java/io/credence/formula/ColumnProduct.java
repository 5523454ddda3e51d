package io.credence.formula;

import java.io.Serializable;
import java.util.List;

/**
 * A column of a design that is a product of numbers, or of numbers and what tells levels apart: what its scale follows from.
 *
 * @param column its position
 * @param numbers position of the column of each of its numbers; -1 where there is none
 * @param levels the same of what tells levels apart
 * @param siblings the columns with the same numbers where one indicator a level separates them: their sum is the product of the
 *     numbers; empty elsewhere
 * @param within columns that become this one when they are multiplied by numbers
 */
public record ColumnProduct(int column, int[] numbers, int[] levels, int[] siblings, List<Within> within)
        implements Serializable {
    public ColumnProduct {
        within = List.copyOf(within);
    }

    /**
     * A column that becomes another when it is multiplied by numbers.
     *
     * @param column its position
     * @param times which of the other's numbers
     */
    public record Within(int column, int[] times) implements Serializable {}
}
