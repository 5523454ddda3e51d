package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.count.CountingLaw;
import java.util.Arrays;

/**
 * Zero-inflated likelihood of counts, of which some are 0 whatever their rate (Lambert 1992). One linear predictor is
 * of the counts, and takes a row's offset; the other is the logit of the probability of such a zero.
 *
 * @param baseLikelihood law of the counts, with log link
 */
public record ZeroInflatedLikelihood(CountingLaw baseLikelihood) implements ZeroAugmentedLikelihood {

    @Override
    public String name() {
        return "zero-inflated-" + baseLikelihood.name();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new ZeroInflatedLoss(baseLikelihood.loss(scale), baseLikelihood.zeroProbability(scale));
    }

    @Override
    public ResponseSampler countSampler() {
        return baseLikelihood.responseSampler();
    }

    /**
     * Moments of a new count, from E (1 − π)Y and E (1 − π)Y². There e^{k η_1} shifts the mean of η_2 by its covariance
     * with it.
     */
    @Override
    public ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        double[] coefficients = baseLikelihood.secondMomentCoefficients(scale);
        double[] shares = new double[Math.max(2, coefficients.length)];
        Arrays.setAll(shares, k -> shareOfCounts(k + 1, mean, covariance));
        double expected = powerOfMean(1, mean, covariance) * shares[0];
        double secondMoment = 0;
        for (int k = 0; k < coefficients.length; k++) {
            secondMoment += coefficients[k] * powerOfMean(k + 1, mean, covariance) * shares[k];
        }
        double shifted = -mean[1] - 2 * covariance[1];
        double both = shares[1] * shares[1]
                + PredictiveMoments.varianceOf(eta -> 1 / (1 + Math.exp(-eta)), shifted, covariance[3]);
        return new ResponseMoments(
                expected,
                Math.max(0, powerOfMean(2, mean, covariance) * both - expected * expected),
                secondMoment - expected * expected);
    }

    /** E μ^k. */
    private static double powerOfMean(int k, double[] mean, double[] covariance) {
        return Math.exp(k * mean[0] + 0.5 * k * k * covariance[0]);
    }

    /** E (1 − π) where densities are multiplied by μ^k. */
    private static double shareOfCounts(int k, double[] mean, double[] covariance) {
        return PredictiveMoments.expectedLogistic(-mean[1] - k * covariance[1], covariance[3]);
    }
}
