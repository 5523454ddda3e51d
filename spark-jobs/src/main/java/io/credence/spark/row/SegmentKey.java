package io.credence.spark.row;

import io.credence.data.RowDigest;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Key of the segment that rows belong to: the cells that they have in common, as text.
 *
 * @param cells one for each column; null where it is empty
 */
public record SegmentKey(List<@Nullable String> cells) implements Serializable {

    /** Number of bits of a seed: whole numbers that JSON and doubles hold. */
    private static final int SEED_BITS = 53;

    public SegmentKey {
        cells = new ArrayList<>(cells);
    }

    /** Seed of the segment's fit, from the seed of the run and the cells. It does not depend on the other segments. */
    public long seed(long ofRun) {
        long hash = cells.size();
        for (String cell : cells) {
            hash = RowDigest.mix(hash ^ (cell == null ? -1 : SeriesReader.hash(cell)));
        }
        return AddressedRandom.bits(ofRun, RandomUse.SEGMENT_SEEDS.firstAddressWord(), hash)
                >>> (Long.SIZE - SEED_BITS);
    }

    /** Description of the segment in messages: {@code store=3, day=1}. */
    public String description(List<String> columns) {
        List<String> all = new ArrayList<>();
        for (int k = 0; k < cells.size(); k++) {
            all.add(columns.get(k) + "=" + cells.get(k));
        }
        return String.join(", ", all);
    }
}
