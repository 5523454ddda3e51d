package io.credence.fit.choice;

import io.credence.fit.Approximation;
import io.credence.fit.CandidateFamily;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of a search among families.
 *
 * @param tried families whose fits have ended, the Gaussian first
 * @param chosen index of the best of these; −1 before there is one
 * @param first the fitted Gaussian; null before it
 * @param kept end of the best fit; null before there is one
 * @param alternative index of the family that is being fitted; −1 for the Gaussian
 * @param within state of that fit
 */
record SearchState(
        List<CandidateFamily> tried,
        int chosen,
        @Nullable Approximation first,
        @Nullable FinishedFit kept,
        int alternative,
        AlgorithmState within)
        implements AlgorithmState {

    /**
     * End of the fit of one family.
     *
     * @param alternative index of the family
     * @param stage stage of its algorithm
     */
    record FinishedFit(int alternative, int stage, AlgorithmState state, FitStatus status, String reason)
            implements Serializable {}

    static SearchState begun(AlgorithmState state) {
        return new SearchState(List.of(), -1, null, null, -1, state);
    }

    @Override
    public Approximation best() {
        return kept == null ? within.best() : kept.state().best();
    }

    /** End of the best fit so far, once there is one. */
    FinishedFit end() {
        return Objects.requireNonNull(kept);
    }

    /** The fitted Gaussian, once its fit has ended. */
    Approximation gaussian() {
        return Objects.requireNonNull(first);
    }

    /** The best family so far, once there is one. */
    CandidateFamily bestTried() {
        return tried.get(chosen);
    }

    @Override
    public SearchState around(AlgorithmState next) {
        return new SearchState(tried, chosen, first, kept, alternative, next);
    }

    /** A copy in which another family is being fitted. */
    SearchState on(int other, AlgorithmState from) {
        return new SearchState(tried, chosen, first, kept, other, from);
    }

    /** A copy with one more finished fit. */
    SearchState with(CandidateFamily one, FinishedFit end) {
        List<CandidateFamily> all = new ArrayList<>(tried);
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
