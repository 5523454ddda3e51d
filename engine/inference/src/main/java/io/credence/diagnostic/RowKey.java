package io.credence.diagnostic;

import java.io.Serializable;

/**
 * Key by which a table identifies one of its rows.
 *
 * @param text cell of the key's column, in the table's first row with the content that is searched for
 * @param identicalRows number of later rows with the same content, which the numbers of a fit cannot distinguish from it
 */
public record RowKey(String text, long identicalRows) implements Serializable {

    /** Merges the keys of earlier and later rows with the same content. */
    public RowKey merge(RowKey later) {
        return new RowKey(text, identicalRows + 1 + later.identicalRows);
    }
}
