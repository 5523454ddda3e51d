package io.credence.spark.job.checkpoint;

import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import io.credence.result.TraceLine;
import io.credence.spark.job.output.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listener that keeps the trace and writes checkpoints, after a number of iterations or five minutes, whichever comes
 * first.
 */
public final class CheckpointListener implements FitListener {

    private static final long LONGEST_NANOS = 300_000_000_000L;

    private final @Nullable CheckpointStore store;
    private final CheckpointHeader header;
    private final int every;
    private final List<TraceLine> trace;
    private final double secondsBefore;
    private final long begin;
    private long lastSaved = System.nanoTime();
    private @Nullable FitState last;
    private @Nullable String problem;

    /**
     * Creates a listener.
     *
     * @param store store of the checkpoints; null keeps the trace only
     * @param before fit that is resumed; null for a new one
     * @param begin begin of the job, in nanoseconds of this machine's clock
     */
    CheckpointListener(
            @Nullable CheckpointStore store,
            CheckpointHeader header,
            int every,
            @Nullable CheckpointedFit before,
            long begin) {
        this.store = store;
        this.header = header;
        this.every = every;
        this.trace = before == null ? new ArrayList<>() : new ArrayList<>(before.trace());
        this.secondsBefore = before == null ? 0 : before.seconds();
        this.begin = begin;
    }

    @Override
    public synchronized void stepped(FitState state) {
        StepInfo step = state.lastStep();
        if (step != null) {
            trace.add(new TraceLine(step, seconds()));
        }
        last = state;
        boolean due = state.iteration() % every == 0 || System.nanoTime() - lastSaved > LONGEST_NANOS;
        if (state.isRunning() && due) {
            save(state);
        }
    }

    private boolean save(FitState state) {
        if (store == null) {
            return false;
        }
        try {
            store.save(header, new CheckpointedFit(state, List.copyOf(trace), seconds()));
            lastSaved = System.nanoTime();
            return true;
        } catch (IOException | RuntimeException unwritten) {
            problem = "a checkpoint could not be written to " + store.displayPath() + " at iteration "
                    + state.iteration() + ": " + Failure.oneLine(unwritten);
            return false;
        }
    }

    /** State after the last step; null before the first. */
    public synchronized @Nullable FitState lastState() {
        return last;
    }

    /** Writes a checkpoint of the last state even if it is not due yet. Returns whether there is one. */
    public synchronized boolean saveLast() {
        return last != null && last.isRunning() && save(last);
    }

    /** Wall time of this job and those it resumes, seconds. */
    public double seconds() {
        return secondsBefore + (System.nanoTime() - begin) * 1e-9;
    }

    public synchronized List<TraceLine> trace() {
        return List.copyOf(trace);
    }

    /** Reason for the last failure to write a checkpoint; null for none. The fit continues without it. */
    @Nullable
    public String lastFailure() {
        return problem;
    }
}
