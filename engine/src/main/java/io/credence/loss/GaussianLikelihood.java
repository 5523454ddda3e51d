package io.credence.loss;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/** Normal response with identity link. */
record GaussianLikelihood() implements Likelihood {
    @Override
    public String name() {
        return "gaussian";
    }

    @Override
    public String link() {
        return "identity";
    }

    @Override
    public String dispersionName() {
        return "sigma2";
    }

    @Override
    public @Nullable String refuse(double label) {
        return Labels.requireFinite(label);
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        return scale instanceof ScaleFactor.InverseGamma factor
                ? new GaussianLoss(factor.meanLog(), factor.meanInverse())
                : new GaussianLoss(Math.log(scale.mean()), 1 / scale.mean());
    }

    @Override
    public ScaleFactor start(ScaleFactor.InverseGamma prior) {
        return prior;
    }

    /** The coordinate optimum IG(a0 + ½Σw, b0 + ½Σw E(y − η)²). */
    @Override
    public ScaleFactor target(ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
        return current instanceof ScaleFactor.InverseGamma
                ? new ScaleFactor.InverseGamma(
                        prior.shape() + 0.5 * weight, prior.scale() + 0.5 * sums.scaleTotals()[0])
                : current;
    }

    @Override
    public ResponseMoments respond(double mean, double variance, ScaleFactor scale) {
        return new ResponseMoments(mean, variance + scale.mean());
    }
}
