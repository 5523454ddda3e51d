package io.credence.benchmark;

import io.credence.family.ScaleFactor;
import io.credence.fit.NewtonAlgorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.fit.PosteriorFamily;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;

/** Optima of the ELBO by the engine's exact expectation, at a tolerance that leaves nothing to gain. */
final class ExactFit {

    private static final double TOLERANCE = 1e-14;

    private ExactFit() {}

    static Answer of(RegressionRows rows, ExactProblem problem, PosteriorFamily family) {
        DenseKernel kernel = Kernels.best();
        try (InProcessBackend backend = new InProcessBackend(rows.partitions(1), kernel, 1)) {
            FitResult result = new NewtonAlgorithm(
                            problem, FitSettings.of(family).withTolerance(TOLERANCE), backend, kernel)
                    .fit();
            Double elbo = result.elbo();
            Gaussian q = Gaussian.of(result.posterior());
            double bound = elbo == null ? Double.NaN : elbo;
            return result.scale() instanceof ScaleFactor.InverseGamma factor
                    ? new Answer(q, factor.shape(), factor.scale(), bound, null)
                    : Answer.of(q, bound, null);
        }
    }
}
