package io.credence.mixed;

import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.ScoredPoint;
import io.credence.mixed.result.ComponentSearch;
import java.util.List;

/**
 * Fit of a mixed model, which integrates over the variance components; effects are normal given these. A step evaluates
 * the posterior density of the components at one point, on the way to its mode or around it; the search decides where
 * the next one is.
 *
 * @param search search over the variance components, for one kind of rows
 */
public record MixedAlgorithm<S extends AlgorithmState, E extends ScoredPoint>(
        ComponentSearch<S, E> search, FitSettings settings, ExecutionBackend backend) implements Algorithm {

    @Override
    public FitState init() {
        return FitState.initial(search.initialState(), List.of(search.description()));
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return before.continueWith(search.initialState(), List.of());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        S at = searchState(state);
        E found = search.evaluate(at);
        long all = backend.summary().rows();
        long rows = found.rows() + (state.iteration() == 0 ? all : 0);
        StepInfo info = new StepInfo(
                state.iteration() + 1,
                search.isAroundMode(at) ? Phase.DESIGN : Phase.MODE,
                new ObjectiveProgress(
                        -found.value(),
                        null,
                        search.isAroundMode(at) ? Double.NaN : Vectors.norm(found.gradient()),
                        Double.NaN),
                1,
                Double.isFinite(found.value()),
                rows,
                search.draws(at));
        FitState moved = state.withStep(rows, info);
        S next = search.nextState(at, found);
        if (next == null) {
            return moved.stopped(
                    FitStatus.DIVERGED, "the density of the variance components was no number at the start", null);
        }
        String ended = search.outcome(next);
        return ended == null
                ? settings.budget().stopIfExhausted(moved.with(next), all)
                : moved.with(next).stopped(FitStatus.CONVERGED, ended, null);
    }

    @Override
    public FitResult result(FitState state) {
        return search.results()
                .fitResult(
                        state,
                        search.posterior(searchState(state)),
                        backend.summary().rows());
    }

    /** State of the search, taken from the state of a fit. */
    @SuppressWarnings("unchecked")
    private S searchState(FitState state) {
        return (S) state.algorithmState();
    }
}
