package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FinalAssessment;
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.Products;
import org.jspecify.annotations.Nullable;

/**
 * Estimate of the evidence lower bound of a Gaussian from log densities at its draws.
 *
 * @param elbo bound, nats; on a sample of the rows, that of these rows
 * @param error its Monte-Carlo standard error
 */
record ElboEstimate(double elbo, double error) {

    /**
     * Estimates the bound with the quadratic that was known before the draws as control variate.
     *
     * @param hessian second derivatives of the quadratic, in the parameters
     * @param epsilon standard normal numbers of the draws, in pairs of opposite sign, n × d
     * @param values log densities at the draws
     */
    static ElboEstimate of(GaussianPosterior q, double[] hessian, double[] epsilon, double[] values) {
        int d = q.dimension();
        WhitenedFrame units = WhitenedFrame.of(q);
        double[] known = units.curvature(hessian);
        double[] bent = Products.times(units.kernel(), epsilon, values.length, d, known, d);
        double[] left = values.clone();
        double trace = 0;
        for (int at = 0; at < epsilon.length; at++) {
            left[at / d] -= 0.5 * epsilon[at] * bent[at];
        }
        for (int j = 0; j < d; j++) {
            trace += known[j * d + j];
        }
        int pairs = left.length / 2;
        double mean = 0;
        double squares = 0;
        for (int p = 0; p < pairs; p++) {
            double pair = 0.5 * (left[2 * p] + left[2 * p + 1]);
            double deviation = pair - mean;
            mean += deviation / (p + 1);
            squares += deviation * (pair - mean);
        }
        double entropy = 0.5 * (d * (1 + Math.log(2 * Math.PI)) - q.logDeterminantPrecision());
        return new ElboEstimate(mean + 0.5 * trace + entropy, Math.sqrt(squares / (pairs - 1) / pairs));
    }

    /**
     * Whether the bound is worse than another by more than the noise. The noise of a far worse bound is large itself
     * and shows nothing.
     */
    boolean isWorseThan(RegressionState.@Nullable AcceptedGaussian good) {
        if (good == null) {
            return false;
        }
        double noise = Math.hypot(Math.min(error, 2 * good.error()), good.error());
        return elbo < good.elbo() - FinalAssessment.ERRORS * noise - FinalAssessment.SLACK;
    }
}
