package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one kind of posterior is fitted over points that stay the same until others are taken. */
interface FixedPointsFit {

    /** Where such a fit is. */
    interface State extends AlgorithmState {

        /** Steps of the whole fit that count against another budget. */
        int begun();

        /** Points there are. */
        int draws();

        /** Of the last final assessment; null before it. */
        @Nullable
        Outcome outcome();

        /** That result with what is known of its posterior besides. */
        default FitResult completed(FitResult result) {
            return result;
        }
    }

    /**
     * The beginning.
     *
     * @param iteration steps of the whole fit so far
     * @param from posterior to begin at; null for none
     */
    State begin(int iteration, @Nullable Posterior from);

    /** What was decided, for the log. */
    List<String> decisions(State begun);

    /** One step. */
    FitState step(FitState fit);

    /** With the outcome of a final assessment. */
    FitState assessed(FitState fit);
}
