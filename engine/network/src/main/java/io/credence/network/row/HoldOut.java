package io.credence.network.row;

import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import java.io.Serializable;

/**
 * Choice of the rows that are held out: a share of them by a hash.
 *
 * @param share share of the rows, from 0 to below 1
 * @param seed seed of the fit
 * @param keepsEqualRows whether equal rows are on one side, whatever their partitions, so that no label is known from
 *     its row's equals; else rows are held out by their places too, so that those held out are distributed as the others
 */
public record HoldOut(double share, long seed, boolean keepsEqualRows) implements Serializable {

    /**
     * Whether a row of a block is held out.
     *
     * @param place number of the row in its partition
     */
    boolean isHeldOut(RowBlock block, int row, long place) {
        if (share == 0) {
            return false;
        }
        long bits = RowDigest.mix(RowDigest.rowsDigest(block, row, 1)
                ^ RowDigest.mix(keepsEqualRows ? seed : seed ^ RowDigest.mix(place)));
        return (bits >>> 11) * 0x1p-53 < share;
    }
}
