package io.credence.fit;

import io.credence.fit.FitState.FitStatus;
import io.credence.statistics.NonFinite;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a fit ended, and what it took.
 *
 * @param status how it ended
 * @param stopReason why
 * @param iterations steps
 * @param passes rows visited over rows there are
 * @param failure the number that was not finite, if that ended the fit
 * @param decisions what was decided automatically and why
 */
public record FitEnd(
        FitStatus status,
        String stopReason,
        int iterations,
        double passes,
        @Nullable NonFinite failure,
        List<String> decisions) {

    /**
     * Of a fit that ended in that state.
     *
     * @param rows there are
     */
    public static FitEnd of(FitState state, long rows) {
        return new FitEnd(
                state.status(),
                state.stopReason(),
                state.iteration(),
                (double) state.rowsVisited() / rows,
                state.failure(),
                state.decisions());
    }
}
