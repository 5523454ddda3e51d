package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Labels;
import io.credence.likelihood.LogDispersion;
import io.credence.likelihood.LogNormalDispersed;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.NegativeBinomialPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.statistics.RowMoments;
import org.jspecify.annotations.Nullable;

/** Negative binomial likelihood of counts, with log link and variance μ + φμ². */
public record NegativeBinomialLikelihood() implements LogNormalDispersed, PoweredLikelihood {
    @Override
    public String name() {
        return "negative-binomial";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessCount(label);
    }

    /**
     * Unit of the dispersion φ: one over the mean of the counts above 0. The variance μ + φμ² shows nothing of a φ far
     * below 1/μ.
     */
    @Override
    public double dispersionUnit(RowMoments moments) {
        return 1 / moments.meanAbsoluteNonzeroLabel();
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new NegativeBinomialLoss(LogDispersion.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return Responses.logLink(mean, variance, 1, scale.mean());
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Counts(false);
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) ->
                CountSampler.poisson(Math.exp(eta[0]) * ResponseSampler.gamma(dispersion, random), random);
    }

    @Override
    public double leastOrder() {
        return 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new NegativeBinomialPowers(1 / dispersion, order));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
