package io.credence.mixed.result;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.mixed.component.ScoredPoint;
import org.jspecify.annotations.Nullable;

/**
 * Search for the posterior of variance components, one evaluation of its density after the other.
 *
 * @param <S> state of the search
 * @param <E> evaluation of a point
 */
public interface ComponentSearch<S extends AlgorithmState, E extends ScoredPoint> {

    /** Description of the search for the log. */
    String description();

    /** State before the first evaluation. */
    S initialState();

    /** Evaluates the density at the point that comes next. */
    E evaluate(S at);

    /** State after an evaluation; null where it found no density and nothing is left to try. */
    @Nullable
    S nextState(S at, E found);

    /** Whether the next point lies around the mode, which is then known. */
    boolean isAroundMode(S at);

    /** Number of draws of each level in the next evaluation. */
    default int draws(S at) {
        return 0;
    }

    /** Outcome of the search for the log; null while there are points to evaluate. */
    @Nullable
    String outcome(S at);

    /** Posterior by the evaluations so far; null where they are not enough. */
    @Nullable
    MixedPosterior posterior(S at);

    MixedPosteriorBuilder results();
}
