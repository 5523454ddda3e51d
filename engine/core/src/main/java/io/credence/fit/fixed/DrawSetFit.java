package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Method of fitting one kind of posterior over a set of draws, which stays the same until another set is taken. */
interface DrawSetFit {

    /** State of a fit over fixed draws. */
    interface State extends AlgorithmState {

        /** Number of steps before this fit, which count against another budget. */
        int stepsBefore();

        /** Number of draws. */
        int draws();

        /** Outcome of the last final assessment; null before it. */
        @Nullable
        AssessedAnswer outcome();

        /** The given result, completed by further facts about its posterior. */
        default FitResult completeResult(FitResult result) {
            return result;
        }
    }

    /**
     * The initial state.
     *
     * @param iteration number of steps of the whole fit so far
     * @param from posterior to begin at; null for none
     */
    State begin(int iteration, @Nullable Posterior from);

    /** Decisions for the log. */
    List<String> decisions(State begun);

    /** The state after one step. */
    FitState step(FitState fit);

    /** The state with the outcome of a final assessment. */
    FitState assessed(FitState fit);
}
