package io.credence.diagnostic;

import java.io.Serializable;

/**
 * By what a table identifies one of its rows.
 *
 * @param text the cell of a column, of the first row in the order of the table that has the content in question
 * @param alike how many rows with the same content come after it, which no number of a fit can distinguish from it
 */
public record RowKey(String text, long alike) implements Serializable {

    /** The key of the first of these rows and those after it. */
    public RowKey and(RowKey later) {
        return new RowKey(text, alike + 1 + later.alike);
    }
}
