package io.credence.loss.model;

import io.credence.autodiff.RecordedFunction;
import io.credence.data.RowBlock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the recordings of series in memory, which lasts from step to step of a fit. A recording is dropped with its
 * block; beyond a limit further series are recorded anew in each step.
 */
final class SeriesRecordings {

    /** Largest number of operations kept: about 100 MB. */
    private static final long MOST_KEPT = 5_000_000;

    private static final Map<RowBlock, SeriesRecording> KEPT = new WeakHashMap<>();

    private record SeriesRecording(UUID lossId, Optional<RecordedFunction> function) {
        int size() {
            return function.map(RecordedFunction::size).orElse(0);
        }
    }

    private SeriesRecordings() {}

    /**
     * The recording of the given block for the given loss, made if there is none; null for a series that cannot be
     * recorded.
     */
    static @Nullable RecordedFunction findOrRecord(UUID loss, RowBlock block, Supplier<Optional<RecordedFunction>> maker) {
        synchronized (KEPT) {
            SeriesRecording kept = KEPT.get(block);
            if (kept != null && kept.lossId.equals(loss)) {
                return kept.function.orElse(null);
            }
        }
        SeriesRecording made = new SeriesRecording(loss, maker.get());
        synchronized (KEPT) {
            KEPT.remove(block);
            long size = KEPT.values().stream().mapToLong(SeriesRecording::size).sum();
            if (size + made.size() <= MOST_KEPT) {
                KEPT.put(block, made);
            }
        }
        return made.function.orElse(null);
    }
}
