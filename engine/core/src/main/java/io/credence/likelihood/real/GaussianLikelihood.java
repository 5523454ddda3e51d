package io.credence.likelihood.real;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Labels;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.GaussianRobustLoss;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/** Normal likelihood with identity link, whose dispersion is the variance σ² of the response. */
public record GaussianLikelihood() implements PoweredLikelihood {
    @Override
    public String name() {
        return "gaussian";
    }

    @Override
    public String link() {
        return "identity";
    }

    @Override
    public boolean isNormal() {
        return true;
    }

    @Override
    public String dispersionName() {
        return "sigma2";
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessFinite(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new GaussianLoss(scale.meanLog(), scale.meanInverse());
    }

    @Override
    public DispersionPosterior initialDispersion(DispersionPosterior.InverseGamma prior) {
        return prior;
    }

    /** Optimal inverse-gamma factor of the variance given the coefficients: IG(a0 + ½Σw, b0 + ½Σw E(y − η)²). */
    @Override
    public DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        return current.isKnown()
                ? current
                : new DispersionPosterior.InverseGamma(
                        prior.shape() + 0.5 * weight, prior.scale() + 0.5 * sums.dispersionTotals()[0]);
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return new ResponseMoments(mean, variance, variance + scale.mean());
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Normal();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.IDENTITY;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> eta[0] + Math.sqrt(dispersion) * random.nextGaussian();
    }

    @Override
    public double leastOrder() {
        return 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new GaussianRobustLoss(form, order, dispersion);
    }

    @Override
    public double robustAccuracy() {
        return 0;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
