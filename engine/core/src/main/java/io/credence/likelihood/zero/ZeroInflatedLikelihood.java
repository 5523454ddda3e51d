package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import java.util.Objects;

/**
 * Zero-inflated likelihood of counts, of which some are 0 whatever their rate (Lambert 1992). One linear predictor is
 * of the counts, and takes a row's offset; the other is the logit of the probability of such a zero.
 *
 * @param baseLikelihood law of the counts, with log link
 */
public record ZeroInflatedLikelihood(Likelihood baseLikelihood) implements ZeroAugmentedLikelihood {

    @Override
    public String name() {
        return "zero-inflated-" + baseLikelihood.name();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new ZeroInflatedLoss(baseLikelihood.loss(scale), zeroProbability(scale));
    }

    @Override
    public ResponseSampler countSampler() {
        return Objects.requireNonNull(baseLikelihood.responseSampler());
    }

    /**
     * Moments of a new count, from E (1 − π)Y and E (1 − π)Y². There e^{η_1} and e^{2 η_1} shift the mean of η_2 by its
     * covariance with them.
     */
    @Override
    public ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
        double first = Math.exp(mean[0] + 0.5 * covariance[0]);
        double square = Math.exp(2 * mean[0] + 2 * covariance[0]);
        double once = Responses.expectedLogistic(-mean[1] - covariance[1], covariance[3]);
        double twice = Responses.expectedLogistic(-mean[1] - 2 * covariance[1], covariance[3]);
        // Given η the counts have mean μ and second moment μ + (1 + φ)μ².
        double quadratic = baseLikelihood.dispersionName() == null ? 1 : 1 + scale.mean();
        double expected = first * once;
        double shifted = -mean[1] - 2 * covariance[1];
        double both = twice * twice + Responses.varianceOf(eta -> 1 / (1 + Math.exp(-eta)), shifted, covariance[3]);
        return new ResponseMoments(
                expected,
                Math.max(0, square * both - expected * expected),
                expected + quadratic * square * twice - expected * expected);
    }
}
