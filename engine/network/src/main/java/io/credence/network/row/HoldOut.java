package io.credence.network.row;

import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import java.io.Serializable;

/**
 * Choice of the rows that are held out: a share of them by a hash of their content. Equal rows are on one side,
 * whatever their partitions.
 *
 * @param share share of the rows, from 0 to below 1
 * @param seed seed of the fit
 */
public record HoldOut(double share, long seed) implements Serializable {

    /** Whether a row of a block is held out. */
    boolean isHeldOut(RowBlock block, int row) {
        if (share == 0) {
            return false;
        }
        long bits = RowDigest.mix(RowDigest.rowsDigest(block, row, 1) ^ RowDigest.mix(seed));
        return (bits >>> 11) * 0x1p-53 < share;
    }
}
