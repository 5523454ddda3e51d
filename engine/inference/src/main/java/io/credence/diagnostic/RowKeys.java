package io.credence.diagnostic;

import io.credence.data.RowDigest;
import java.util.Map;
import java.util.Set;

/** Lookup of the keys of rows of blocks, in the table that they were packed from. */
public interface RowKeys {

    /**
     * Keys of rows by their content; rows that are not found have no entry.
     *
     * @param contents digests of rows, or of series, computed from the blocks as by {@link RowDigest#rowsDigest}
     */
    Map<Long, RowKey> of(Set<Long> contents);
}
