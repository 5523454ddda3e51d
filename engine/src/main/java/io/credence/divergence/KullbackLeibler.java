package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;

/** KL(q ‖ π) of Gaussians: ½[tr(P0S) + (μ−μ0)ᵀP0(μ−μ0) − d + log|S0| − log|S|]. */
public final class KullbackLeibler {

    private KullbackLeibler() {}

    /** The divergence, nats. */
    public static double between(GaussianPosterior q, GaussianPrior prior) {
        return 0.5
                        * (q.weightedTrace(prior.precision())
                                - q.dimension()
                                - prior.logDeterminantPrecision()
                                + q.logDeterminantPrecision())
                + prior.halfSquaredDistance(q.mean());
    }
}
