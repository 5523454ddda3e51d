package io.credence.fit;

import io.credence.linalg.DenseKernel;

final class FixedDrawsFitter implements Fitter {
    FixedDrawsFitter(
            DrawProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            ExecutionBackend backend,
            DenseKernel kernel) {}

    @Override
    public FitState init() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FitState step(FitState state) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FitResult result(FitState state) {
        throw new UnsupportedOperationException();
    }
}
