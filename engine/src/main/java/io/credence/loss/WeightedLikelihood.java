package io.credence.loss;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * A likelihood whose losses are multiplied by a weight w: the power posterior p(y | η)^w (GVI section 3.3), or the learning
 * rate of any other loss. An estimated dispersion sees w rows for each row.
 *
 * @param inner the likelihood
 * @param weight w, positive
 */
record WeightedLikelihood(Likelihood inner, double weight) implements Likelihood {

    WeightedLikelihood {
        requireWeight(weight);
    }

    static void requireWeight(double weight) {
        if (!(weight > 0) || weight == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the weight of a loss must be positive and finite but was " + weight);
        }
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public String link() {
        return inner.link();
    }

    @Override
    public int predictors() {
        return inner.predictors();
    }

    @Override
    public @Nullable String refuse(double label) {
        return inner.refuse(label);
    }

    @Override
    public double accuracy() {
        return inner.accuracy();
    }

    @Override
    public @Nullable String dispersionName() {
        return inner.dispersionName();
    }

    @Override
    public boolean isCurved() {
        return inner.isCurved();
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        return new WeightedLoss(inner.loss(scale), weight);
    }

    @Override
    public ScaleFactor start(ScaleFactor.InverseGamma prior) {
        return inner.start(prior);
    }

    @Override
    public ScaleFactor target(ScaleFactor current, PassStatistics sums, double rows, ScaleFactor.InverseGamma prior) {
        return inner.target(current, sums, weight * rows, prior);
    }

    @Override
    public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
        return inner.respond(mean, variance, scale);
    }
}
