package io.credence.mixed.result;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Digests of the effects of levels, one for each entry of a model's effects. */
public final class LevelDigests implements Sums<LevelDigests> {

    private static final long serialVersionUID = 1;

    /** Bytes of a level and its effect. */
    private static final int LEVEL_BYTES = 32;

    private final List<LevelDigest> digests = new ArrayList<>();

    private LevelDigests(int[] sizes) {
        for (int size : sizes) {
            digests.add(new LevelDigest(size));
        }
    }

    /** Creates a pass that makes digests of moments where these are computed. */
    public static PartitionPass<LevelDigests> pass(PartitionPass<PartitionMoments> moments, EffectLayout layout) {
        return new DigestsPass(
                moments,
                layout.model().effects().stream().mapToInt(each -> each.size()).toArray());
    }

    private record DigestsPass(PartitionPass<PartitionMoments> moments, int[] sizes)
            implements PartitionPass<LevelDigests> {

        @Override
        public LevelDigests sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LevelDigests own = new LevelDigests(sizes);
            moments.sumPartition(partition, blocks, kernel).stream()
                    .forEach(one -> own.digests.get(one.entry()).add(one.level(), one.moments(), 0));
            own.digests.forEach(each -> each.condense(LevelDigest.MOST_OF_PARTITION));
            return own;
        }

        @Override
        public long extraBytes(long rows) {
            long effects = 0;
            for (int size : sizes) {
                effects += size;
            }
            return LEVEL_BYTES * effects * Math.min(rows, LevelDigest.MOST_OF_PARTITION);
        }
    }

    /** Digest of an entry of the model's effects. */
    public LevelDigest ofEntry(int entry) {
        return digests.get(entry);
    }

    @Override
    public void merge(LevelDigests other) {
        for (int e = 0; e < digests.size(); e++) {
            digests.get(e).merge(other.digests.get(e));
        }
    }
}
