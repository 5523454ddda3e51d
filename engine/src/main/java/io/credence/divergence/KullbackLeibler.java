package io.credence.divergence;

import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;

/**
 * KL(q ‖ π) of Gaussians: ½[tr(P0S) + (μ−μ0)ᵀP0(μ−μ0) − d + log|S0| − log|S|]. An entry without a normal prior counts with
 * its negative entropy alone, so that another term of the objective can be its prior.
 */
public final class KullbackLeibler {

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    private KullbackLeibler() {}

    /** The divergence, nats. */
    public static double between(GaussianPosterior q, GaussianPrior prior) {
        return 0.5
                        * (q.weightedTrace(prior.precision())
                                - q.dimension()
                                - prior.logDeterminantPrecision()
                                + q.logDeterminantPrecision())
                + prior.halfSquaredDistance(q.mean())
                - 0.5 * LOG_2_PI * prior.flat();
    }
}
