package io.credence.likelihood;

import io.credence.family.DispersionPosterior;
import io.credence.statistics.PassStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts with a part of their own for zeros: one linear predictor of the counts, to which a row's offset belongs, and one of the logit of the
 * probability of a zero that is not theirs. {@link #inner} is the law of the counts, with log link.
 */
interface ZeroPartLikelihood extends LikelihoodAround {

    @Override
    default int predictors() {
        return 2;
    }

    @Override
    default List<String> predictorNames() {
        return List.of("count", "zero");
    }

    @Override
    default int offsets() {
        return 1;
    }

    /** Values agree with slopes and curvatures as far as the rules of two predictors reach. */
    @Override
    default double accuracy() {
        return 1e-10;
    }

    /** Probability of a zero among the counts. */
    default ZeroProbability zero(DispersionPosterior scale) {
        return new ZeroProbability(inner().dispersionName() == null ? null : LogDispersion.nodes(scale));
    }

    /** Draws of the counts that are not of the part for zeros. */
    ResponseDraw counts();

    @Override
    default ResponseDraw responses() {
        ResponseDraw counts = counts();
        return (eta, dispersion, random) ->
                random.nextDouble() < BinaryLink.LOGIT.probability(eta[1]) ? 0 : counts.draw(eta, dispersion, random);
    }

    @Override
    default boolean hasZeroPart() {
        return true;
    }

    /** A mean of the counts times the probability of no such zero. */
    @Override
    default @Nullable InverseLink inverseLink() {
        return null;
    }

    @Override
    default DispersionPosterior target(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return inner().target(current, sums, weight, prior);
    }

    @Override
    default ResponseMoments respond(double mean, double variance, DispersionPosterior scale) {
        throw new IllegalStateException("counts with a part for zeros have two linear predictors");
    }
}
