package io.credence.benchmark;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;

/** Optima of the ELBO by the engine's exact expectation, at a tolerance that leaves nothing to gain. */
final class ExactFit {

    static final double TOLERANCE = 1e-14;

    private ExactFit() {}

    static Fit fit(RegressionRows rows, Inference problem, GaussianStructure family, double tolerance) {
        return problem.posterior(family.family())
                .with("estimator.kind", "exact")
                .with("stop.tolerance", tolerance)
                .fit(rows.packed(1));
    }

    static Answer of(RegressionRows rows, Inference problem, GaussianStructure family) {
        Fit fit = fit(rows, problem, family, TOLERANCE);
        Double elbo = fit.result().elbo();
        Gaussian q = Gaussian.of(fit.posterior());
        double bound = elbo == null ? Double.NaN : elbo;
        return fit.scale() instanceof DispersionPosterior.InverseGamma factor
                ? new Answer(q, factor.shape(), factor.scale(), bound, null)
                : Answer.of(q, bound, null);
    }
}
