package io.credence.diagnostic;

import io.credence.data.RowDigest;
import java.util.Map;
import java.util.Set;

/** Lookup of the keys of rows in the table from which their blocks were packed. */
public interface RowKeyLookup {

    /**
     * Finds the keys of rows by digests of their content. Rows that are not found have no entry.
     *
     * @param contents digests of rows, or of series, computed from the blocks as by {@link RowDigest#rowsDigest}
     */
    Map<Long, RowKey> of(Set<Long> contents);
}
