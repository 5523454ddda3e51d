package io.credence.mixed.result;

import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.statistics.PartitionPass;
import org.jspecify.annotations.Nullable;

/**
 * Moments of the effects of the levels of an entry of a model's effects: in this process, or where the rows of the
 * levels are.
 */
public interface LevelPosteriors {

    /** Moments of all levels, collected into this process. */
    EffectMoments.Levels collect();

    /** Digest of the levels' effects. */
    LevelDigest digest();

    /**
     * Pass that computes the moments of all entries where the rows of the levels are; null for moments in this process.
     */
    default @Nullable PartitionPass<PartitionMoments> pass() {
        return null;
    }
}
