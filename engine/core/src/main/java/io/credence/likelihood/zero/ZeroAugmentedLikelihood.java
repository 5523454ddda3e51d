package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.DelegatingLikelihood;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.proportion.BinaryLink;
import io.credence.statistics.PassStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood of counts with a separate part for zeros, of two linear predictors. The first is of the counts, and takes
 * a row's offset; the second is the logit of the probability of a zero of the separate part. {@link #baseLikelihood} is
 * the law of the counts, with log link.
 */
interface ZeroAugmentedLikelihood extends DelegatingLikelihood {

    @Override
    default int predictorCount() {
        return 2;
    }

    @Override
    default List<String> predictorNames() {
        return List.of("count", "zero");
    }

    @Override
    default int predictorsWithOffset() {
        return 1;
    }

    /**
     * Relative accuracy to which values, slopes and curvatures agree. It is limited by the quadrature over two
     * predictors.
     */
    @Override
    default double accuracy() {
        return 1e-10;
    }

    /** Sampler of the counts outside the separate part for zeros. */
    ResponseSampler countSampler();

    @Override
    default ResponseSampler responseSampler() {
        ResponseSampler counts = countSampler();
        return (eta, dispersion, random) ->
                random.nextDouble() < BinaryLink.LOGIT.probability(eta[1]) ? 0 : counts.draw(eta, dispersion, random);
    }

    @Override
    default boolean hasZeroPart() {
        return true;
    }

    /**
     * Null, since the expected response is a product: a mean of the counts times the probability of no separate zero.
     */
    @Override
    default @Nullable InverseLink inverseLink() {
        return null;
    }

    @Override
    default DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return baseLikelihood().dispersionTarget(current, sums, weight, prior);
    }

    @Override
    default ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        throw new IllegalStateException("counts with a part for zeros have two linear predictors");
    }
}
