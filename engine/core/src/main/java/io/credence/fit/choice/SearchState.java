package io.credence.fit.choice;

import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.TriedFamily;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a search for a family is.
 *
 * @param tried families whose fits have ended, the Gaussian first
 * @param chosen which of these is the best; −1 before there is one
 * @param first the end of the Gaussian's fit; null before it
 * @param kept the end of the best one's; null before there is one
 * @param alternative number of the family whose fit goes on; −1 for the Gaussian
 * @param within the state of that fit
 */
record SearchState(
        List<TriedFamily> tried,
        int chosen,
        @Nullable Approximation first,
        @Nullable Candidate kept,
        int alternative,
        AlgorithmState within)
        implements AlgorithmState {

    /**
     * The end of a fit.
     *
     * @param alternative number of its family
     * @param stage of its algorithm
     */
    record Candidate(int alternative, int stage, AlgorithmState state, FitStatus status, String reason)
            implements Serializable {}

    static SearchState begun(AlgorithmState state) {
        return new SearchState(List.of(), -1, null, null, -1, state);
    }

    @Override
    public Approximation best() {
        return kept == null ? within.best() : kept.state().best();
    }

    /** The end of the best fit so far, once there is one. */
    Candidate end() {
        return Objects.requireNonNull(kept);
    }

    /** The Gaussian, once its fit has ended. */
    Approximation gaussian() {
        return Objects.requireNonNull(first);
    }

    /** The best family so far, once there is one. */
    TriedFamily bestTried() {
        return tried.get(chosen);
    }

    @Override
    public SearchState around(AlgorithmState next) {
        return new SearchState(tried, chosen, first, kept, alternative, next);
    }

    /** On with the fit of another family. */
    SearchState on(int other, AlgorithmState from) {
        return new SearchState(tried, chosen, first, kept, other, from);
    }

    /** With one more whose fit has ended. */
    SearchState with(TriedFamily one, Candidate end) {
        List<TriedFamily> all = new ArrayList<>(tried);
        all.add(one);
        boolean better = tried.isEmpty() || one.isBetterThan(bestTried());
        return new SearchState(
                List.copyOf(all),
                better ? tried.size() : chosen,
                first == null ? end.state().best() : first,
                better ? end : kept,
                alternative,
                within);
    }
}
