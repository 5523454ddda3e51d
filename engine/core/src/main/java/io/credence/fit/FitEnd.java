package io.credence.fit;

import io.credence.fit.FitState.FitStatus;
import io.credence.statistics.NonFiniteValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End of a fit: its status, the reason, and its cost.
 *
 * @param status status in which it ended
 * @param stopReason reason to stop
 * @param iterations number of steps
 * @param passes rows visited as a multiple of the number of rows
 * @param failure the number that was not finite, if that ended the fit
 * @param decisions automatic decisions, with their reasons
 */
public record FitEnd(
        FitStatus status,
        String stopReason,
        int iterations,
        double passes,
        @Nullable NonFiniteValue failure,
        List<String> decisions) {

    /**
     * The end of a fit that stopped in {@code state}.
     *
     * @param rows number of rows
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
