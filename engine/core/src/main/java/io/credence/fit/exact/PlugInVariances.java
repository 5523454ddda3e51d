package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.prior.GaussianPrior;

/**
 * Variances of independent coefficients that replace the posterior's until its curvature is summed: those of a sample's
 * posterior, scaled such that the variances v of the rows' predictors are right on average. At the optimum of the bound
 * Σ hᵢvᵢ, with hᵢ the rows' expected curvatures, is d − tr(P0 S), the number of coefficients that the rows determine.
 * They cost a pass d operations a row instead of d².
 */
final class PlugInVariances {

    private PlugInVariances() {}

    /**
     * Variances from the posterior of a sample.
     *
     * @param sampled Gaussian of the sample, scaled to all rows
     */
    static double[] of(GaussianPosterior sampled, GaussianPrior prior) {
        double[] variances = sampled.sd();
        double leverage = 0;
        for (int j = 0; j < variances.length; j++) {
            double precision = sampled.precision()[Symmetric.packedLength(j + 1) - 1];
            variances[j] *= variances[j];
            leverage += variances[j] * (precision - prior.precision()[j]);
        }
        return scaled(variances, sampled, prior, leverage);
    }

    /**
     * Variances rescaled to the right level.
     *
     * @param leverage Σ hᵢvᵢ under the given variances
     */
    static double[] scaled(double[] variances, GaussianPosterior sampled, GaussianPrior prior, double leverage) {
        double factor = (variances.length - prior.traceTimes(sampled)) / leverage;
        return Vectors.scaled(factor, variances);
    }
}
