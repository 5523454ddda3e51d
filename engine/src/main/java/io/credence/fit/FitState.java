package io.credence.fit;

import io.credence.statistics.NonFinite;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything the next step depends on, and nothing else: a checkpoint is this value written down, and resuming is reading
 * it.
 *
 * @param iteration steps done
 * @param rowsVisited rows visited so far, over all passes
 * @param search where the fit is looking
 * @param status how the fit stands
 * @param stopReason why it stopped, or empty
 * @param failure the number that was not finite, if that is why
 * @param decisions what was decided automatically and why
 * @param last what the last step did; null before the first
 */
public record FitState(
        int iteration,
        long rowsVisited,
        Search search,
        FitStatus status,
        String stopReason,
        @Nullable NonFinite failure,
        List<String> decisions,
        @Nullable StepInfo last)
        implements Serializable {

    static FitState start(Search search, List<String> decisions) {
        return new FitState(0, 0, search, FitStatus.RUNNING, "", null, decisions, null);
    }

    /** Whether another step may follow. */
    public boolean isRunning() {
        return status == FitStatus.RUNNING;
    }

    /** The last position known to be good. */
    public Position best() {
        return search.best();
    }

    /** One step further. */
    FitState stepped(long rows, StepInfo info) {
        return new FitState(iteration + 1, rowsVisited + rows, search, status, stopReason, failure, decisions, info);
    }

    FitState with(Search next) {
        return new FitState(iteration, rowsVisited, next, status, stopReason, failure, decisions, last);
    }

    FitState with(String decision) {
        List<String> all = new ArrayList<>(decisions);
        all.add(decision);
        return new FitState(iteration, rowsVisited, search, status, stopReason, failure, List.copyOf(all), last);
    }

    FitState stopped(FitStatus how, String why, @Nullable NonFinite where) {
        return new FitState(iteration, rowsVisited, search, how, why, where, decisions, last);
    }
}
