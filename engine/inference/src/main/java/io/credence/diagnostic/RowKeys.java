package io.credence.diagnostic;

import io.credence.data.RowDigest;
import java.util.Map;
import java.util.Set;

/** Finds rows of blocks in the table that they were packed from. */
public interface RowKeys {

    /**
     * Keys of rows by their content; of what is not found there is none.
     *
     * @param contents digests of rows, or of series, as {@link RowDigest#of} makes them of the blocks
     */
    Map<Long, RowKey> of(Set<Long> contents);
}
