package io.credence.diagnostic;

import java.io.Serializable;

/**
 * Key of a row in its table.
 *
 * @param text cell of the key's column in the table's first row with the given content
 * @param identicalRows number of later rows with the same content
 */
public record RowKey(String text, long identicalRows) implements Serializable {

    /** Merges the keys of earlier and later rows with the same content. */
    public RowKey merge(RowKey later) {
        return new RowKey(text, identicalRows + 1 + later.identicalRows);
    }
}
