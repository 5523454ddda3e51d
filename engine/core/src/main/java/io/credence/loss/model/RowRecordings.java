package io.credence.loss.model;

import io.credence.autodiff.RowRecording;
import io.credence.data.RowBlock;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the recordings of rows in memory, which lasts from step to step of a fit: chunk by chunk, for the loss that
 * was evaluated last. Recordings are dropped with their block, and not kept where they would take more than half of its
 * memory.
 */
final class RowRecordings {

    private static final Map<RowBlock, BlockRecordings> KEPT = new WeakHashMap<>();

    private record BlockRecordings(UUID lossId, Map<Integer, RowRecording> chunks) {}

    private RowRecordings() {}

    /** The recording of the given rows for the given loss; null if none is kept. */
    static @Nullable RowRecording find(UUID loss, RowBlock block, int first, int rows) {
        synchronized (KEPT) {
            BlockRecordings kept = KEPT.get(block);
            if (kept == null || !kept.lossId.equals(loss)) {
                return null;
            }
            RowRecording recording = kept.chunks.get(first);
            return recording == null || recording.rows() != rows ? null : recording;
        }
    }

    static void store(UUID loss, RowBlock block, int first, RowRecording recording) {
        double share = (double) recording.rows() / block.rows();
        if (Double.BYTES * (double) recording.size() > 0.5 * share * block.bytes()) {
            return;
        }
        synchronized (KEPT) {
            BlockRecordings kept = KEPT.get(block);
            if (kept == null || !kept.lossId.equals(loss)) {
                kept = new BlockRecordings(loss, new HashMap<>());
                KEPT.put(block, kept);
            }
            kept.chunks.put(first, recording);
        }
    }
}
