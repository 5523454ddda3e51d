package io.credence.loss.model;

import io.credence.data.RowBlock;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Cache of what was recorded at blocks in memory, which lasts from step to step of a fit. It is kept for the loss that was
 * evaluated last, and dropped with its block. For any thread.
 *
 * @param <R> recording of a user's function at some rows
 */
final class RecordingCache<R> {

    private final Map<RowBlock, BlockRecordings<R>> kept = new WeakHashMap<>();

    private record BlockRecordings<R>(UUID lossId, Map<Integer, R> byFirstRow) {}

    /** The recording of the given loss that begins at a row of a block; null if none is kept. */
    synchronized @Nullable R find(UUID loss, RowBlock block, int first) {
        BlockRecordings<R> ofBlock = kept.get(block);
        if (ofBlock != null && !ofBlock.lossId.equals(loss)) {
            kept.remove(block);
            return null;
        }
        return ofBlock == null ? null : ofBlock.byFirstRow.get(first);
    }

    /** Keeps a recording. */
    synchronized void store(UUID loss, RowBlock block, int first, R recording) {
        BlockRecordings<R> ofBlock = kept.get(block);
        if (ofBlock == null || !ofBlock.lossId.equals(loss)) {
            ofBlock = new BlockRecordings<>(loss, new HashMap<>());
            kept.put(block, ofBlock);
        }
        ofBlock.byFirstRow.put(first, recording);
    }

    /** Sum of the sizes of all recordings that are kept. */
    synchronized long totalSize(ToIntFunction<R> size) {
        return kept.values().stream()
                .flatMap(ofBlock -> ofBlock.byFirstRow.values().stream())
                .mapToLong(size::applyAsInt)
                .sum();
    }
}
