package io.credence.fit;

import io.credence.linalg.DenseKernel;

/** Chooses the fitter that a problem and its settings call for. */
public final class Fitters {

    private Fitters() {}

    /** The fitter by draws: by fresh ones, or by ones that stay the same. */
    public static Fitter byDraws(
            DrawProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            ExecutionBackend backend,
            DenseKernel kernel) {
        return how.estimator().kind() == MonteCarloSettings.EstimatorKind.FIXED_DRAWS
                ? new FixedDrawsFitter(problem, settings, how, backend, kernel)
                : new DrawFitter(problem, settings, how, backend, kernel);
    }
}
