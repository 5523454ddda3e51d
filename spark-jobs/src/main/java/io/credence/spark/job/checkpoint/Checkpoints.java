package io.credence.spark.job.checkpoint;

import io.credence.config.ConfigDigest;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.OutputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Checkpoints of a job: those that it writes, if any, and the one that it resumes from. */
public final class Checkpoints {

    private final FitConfig config;
    private final @Nullable CheckpointStore store;
    private final CheckpointStore.@Nullable StoredCheckpoint found;

    private final List<String> notes;

    private Checkpoints(
            FitConfig config,
            @Nullable CheckpointStore store,
            CheckpointStore.@Nullable StoredCheckpoint found,
            List<String> notes) {
        this.notes = List.copyOf(notes);
        this.config = config;
        this.store = store;
        this.found = found;
    }

    /**
     * Opens the checkpoints of a configuration. Checkpoints that cannot be resumed are refused before the data are
     * read.
     */
    public static Checkpoints open(FitConfig config, boolean resume, Configuration hadoop) {
        String path = config.checkpoint().path();
        if (path == null) {
            if (resume) {
                throw new ConfigurationException(
                        "--resume has nothing to go on from: required checkpoint.path, found none");
            }
            return new Checkpoints(config, null, null, List.of());
        }
        CheckpointStore store = CheckpointStore.open(path, hadoop);
        try {
            if (!resume) {
                store.requireEmpty();
                return new Checkpoints(config, store, null, List.of());
            }
            List<String> damaged = new ArrayList<>();
            Optional<CheckpointStore.StoredCheckpoint> newest = store.readNewest(damaged::add);
            newest.ifPresent(
                    found -> found.header().requireConfiguration(ConfigDigest.of(config), store.displayPath()));
            return new Checkpoints(config, store, newest.orElse(null), notes(damaged, newest));
        } catch (IOException unreadable) {
            throw new OutputException(
                    "checkpoint.path cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    private static List<String> notes(List<String> damaged, Optional<CheckpointStore.StoredCheckpoint> newest) {
        String instead = newest.map(found -> "went on from " + found.name()).orElse("began anew");
        return damaged.stream()
                .map(file -> "the checkpoint " + file + " is damaged; the fit " + instead)
                .toList();
    }

    /** Notes on the checkpoints for the user. */
    public List<String> notes() {
        return notes;
    }

    /** Fit to resume; null to start a new one. */
    @Nullable
    public CheckpointedFit fitToResume(CheckpointHeader mine) {
        if (found == null || store == null) {
            return null;
        }
        found.header().require(mine, store.displayPath());
        return store.readState(found);
    }

    public CheckpointListener listener(CheckpointHeader header, @Nullable CheckpointedFit before, long begin) {
        return new CheckpointListener(store, header, config.checkpoint().interval(), before, begin);
    }

    /** Removes the checkpoints, since the result stands. */
    public void clear() {
        try {
            if (store != null) {
                store.clear();
            }
        } catch (IOException left) {
            // A checkpoint that stays behind does no harm: a new fit shows that it is there.
        }
    }
}
