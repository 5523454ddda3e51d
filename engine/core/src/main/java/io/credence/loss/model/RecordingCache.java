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

    private final ToIntFunction<R> size;
    private final long most;
    private final Map<RowBlock, BlockRecordings<R>> kept = new WeakHashMap<>();
    private int blocks;
    private long total;

    private record BlockRecordings<R>(UUID lossId, Map<Integer, R> byFirstRow) {
        private long size(ToIntFunction<R> ofOne) {
            return byFirstRow.values().stream().mapToLong(ofOne::applyAsInt).sum();
        }
    }

    /**
     * An empty cache.
     *
     * @param size size of a recording
     * @param most largest sum of sizes that is kept
     */
    RecordingCache(ToIntFunction<R> size, long most) {
        this.size = size;
        this.most = most;
    }

    /** The recording of the given loss that begins at a row of a block; null if none is kept. */
    synchronized @Nullable R find(UUID loss, RowBlock block, int first) {
        BlockRecordings<R> ofBlock = ofLoss(loss, block);
        return ofBlock == null ? null : ofBlock.byFirstRow.get(first);
    }

    /** Keeps a recording, unless all that are kept would then be larger than allowed. */
    synchronized void store(UUID loss, RowBlock block, int first, R recording) {
        BlockRecordings<R> ofBlock = ofLoss(loss, block);
        R replaced = ofBlock == null ? null : ofBlock.byFirstRow.get(first);
        long more = size.applyAsInt(recording) - (replaced == null ? 0L : size.applyAsInt(replaced));
        if (totalSize() + more > most) {
            return;
        }
        if (ofBlock == null) {
            ofBlock = new BlockRecordings<>(loss, new HashMap<>());
            kept.put(block, ofBlock);
            blocks++;
        }
        ofBlock.byFirstRow.put(first, recording);
        total += more;
    }

    /** What is kept of a block for a loss; what was kept for another one is dropped. */
    private @Nullable BlockRecordings<R> ofLoss(UUID loss, RowBlock block) {
        BlockRecordings<R> ofBlock = kept.get(block);
        if (ofBlock == null || ofBlock.lossId.equals(loss)) {
            return ofBlock;
        }
        kept.remove(block);
        blocks--;
        total -= ofBlock.size(size);
        return null;
    }

    /** Sum of the sizes of all recordings that are kept, added up anew only where blocks were dropped since. */
    private long totalSize() {
        if (kept.size() != blocks) {
            blocks = kept.size();
            total = kept.values().stream()
                    .mapToLong(ofBlock -> ofBlock.size(size))
                    .sum();
        }
        return total;
    }
}
