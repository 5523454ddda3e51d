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
 * @param candidates families whose fits have ended, the Gaussian first
 * @param bestIndex index of the best candidate; −1 before there is one
 * @param fittedGaussian the fitted Gaussian; null before its fit has ended
 * @param bestFit end of the best fit; null before there is one
 * @param familyIndex index of the family that is being fitted; −1 for the Gaussian
 * @param runningState state of that fit
 */
record FamilySearchState(
        List<CandidateFamily> candidates,
        int bestIndex,
        @Nullable Approximation fittedGaussian,
        @Nullable FinishedFit bestFit,
        int familyIndex,
        AlgorithmState runningState)
        implements AlgorithmState {

    /**
     * End of the fit of one family.
     *
     * @param familyIndex index of the family
     * @param stage stage of its algorithm
     */
    record FinishedFit(int familyIndex, int stage, AlgorithmState state, FitStatus status, String reason)
            implements Serializable {}

    static FamilySearchState initial(AlgorithmState state) {
        return new FamilySearchState(List.of(), -1, null, null, -1, state);
    }

    @Override
    public Approximation best() {
        return bestFit == null ? runningState.best() : bestFit.state().best();
    }

    /** End of the best fit so far, once there is one. */
    FinishedFit requireBestFit() {
        return Objects.requireNonNull(bestFit);
    }

    /** The fitted Gaussian, once its fit has ended. */
    Approximation gaussian() {
        return Objects.requireNonNull(fittedGaussian);
    }

    /** The best family so far, once there is one. */
    CandidateFamily bestCandidate() {
        return candidates.get(bestIndex);
    }

    @Override
    public FamilySearchState withRunningState(AlgorithmState next) {
        return new FamilySearchState(candidates, bestIndex, fittedGaussian, bestFit, familyIndex, next);
    }

    /** A copy in which another family is being fitted. */
    FamilySearchState withRunningFamily(int other, AlgorithmState from) {
        return new FamilySearchState(candidates, bestIndex, fittedGaussian, bestFit, other, from);
    }

    /** A copy with one more finished fit. */
    FamilySearchState withFinishedFit(CandidateFamily one, FinishedFit end) {
        List<CandidateFamily> all = new ArrayList<>(candidates);
        all.add(one);
        boolean better = candidates.isEmpty() || one.isBetterThan(bestCandidate());
        return new FamilySearchState(
                List.copyOf(all),
                better ? candidates.size() : bestIndex,
                fittedGaussian == null ? end.state().best() : fittedGaussian,
                better ? end : bestFit,
                familyIndex,
                runningState);
    }
}
