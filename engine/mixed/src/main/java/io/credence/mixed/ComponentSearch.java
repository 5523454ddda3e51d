package io.credence.mixed;

import io.credence.fit.FitState.AlgorithmState;
import org.jspecify.annotations.Nullable;

/**
 * Where the posterior density of variance components is evaluated, one point after the other, and what follows from that.
 *
 * @param <S> how far it has come
 * @param <E> what a point comes to
 */
interface ComponentSearch<S extends AlgorithmState, E extends PointEvaluation> {

    /** What is done, in words. */
    String words();

    /** Before the first evaluation. */
    S start();

    /** The density at the point that comes next. */
    E evaluate(S at);

    /** With what that came to; null where it came to nothing, and nothing is left to try. */
    @Nullable
    S after(S at, E found);

    /** Whether the point that comes next is one around the mode, which is known. */
    boolean isAround(S at);

    /** Draws of each group that the next evaluation takes. */
    default int draws(S at) {
        return 0;
    }

    /** How the search ended, in words; null while there are points to evaluate. */
    @Nullable
    String ended(S at);

    /** The posterior by what was evaluated so far; null where that is not enough. */
    @Nullable
    MixedPosterior posterior(S at);

    MixedResult results();
}
