package io.credence.likelihood;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts of which some are 0 whatever their rate: one linear predictor of the counts, to which a row's offset belongs, and one of
 * the logit of the probability of such a zero (Lambert 1992).
 *
 * @param inner law of the counts, with log link
 */
record ZeroInflatedLikelihood(Likelihood inner) implements LikelihoodAround {

    @Override
    public String name() {
        return "zero-inflated-" + inner.name();
    }

    @Override
    public int predictors() {
        return 2;
    }

    @Override
    public List<String> predictorNames() {
        return List.of("count", "zero");
    }

    @Override
    public int offsets() {
        return 1;
    }

    /** Values agree with slopes and curvatures as far as the two rules reach. */
    @Override
    public double accuracy() {
        return 1e-10;
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        boolean dispersed = inner.dispersionName() != null;
        return new ZeroInflatedLoss(inner.loss(scale), dispersed ? LogDispersion.nodes(scale) : null);
    }

    @Override
    public boolean hasInflatedZeros() {
        return true;
    }

    /** A rate times the probability of no such zero. */
    @Override
    public @Nullable InverseLink inverseLink() {
        return null;
    }

    @Override
    public ResponseDraw responses() {
        ResponseDraw counts = Objects.requireNonNull(inner.responses());
        return (eta, dispersion, random) ->
                random.nextDouble() < 1 / (1 + Math.exp(-eta[1])) ? 0 : counts.draw(eta, dispersion, random);
    }

    @Override
    public ScaleFactor target(ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
        return inner.target(current, sums, weight, prior);
    }

    @Override
    public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
        throw new IllegalStateException("counts inflated by zeros have two linear predictors");
    }

    /** E (1 − π)Y and E (1 − π)Y², where e^{η_1} and e^{2 η_1} move the mean of η_2 by its covariance with them. */
    @Override
    public ResponseMoments respond(double[] mean, double[] covariance, ScaleFactor scale) {
        double first = Math.exp(mean[0] + 0.5 * covariance[0]);
        double square = Math.exp(2 * mean[0] + 2 * covariance[0]);
        double once = Responses.expectedLogistic(-mean[1] - covariance[1], covariance[3]);
        double twice = Responses.expectedLogistic(-mean[1] - 2 * covariance[1], covariance[3]);
        // Given η the counts have mean μ and second moment μ + (1 + φ)μ².
        double quadratic = inner.dispersionName() == null ? 1 : 1 + scale.mean();
        double expected = first * once;
        double shifted = -mean[1] - 2 * covariance[1];
        double both = twice * twice + Responses.varianceOf(eta -> 1 / (1 + Math.exp(-eta)), shifted, covariance[3]);
        return new ResponseMoments(
                expected,
                Math.max(0, square * both - expected * expected),
                expected + quadratic * square * twice - expected * expected);
    }
}
