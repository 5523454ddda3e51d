package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LogDispersion;
import io.credence.likelihood.LogNormalDispersed;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.GammaPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import org.jspecify.annotations.Nullable;

/** Gamma likelihood of positive responses, with log link and variance φ·mean². */
public record GammaLikelihood() implements LogNormalDispersed, PoweredLikelihood {
    @Override
    public String name() {
        return "gamma";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public double variancePower() {
        return 2;
    }

    @Override
    public @Nullable String refusal(double label) {
        return label > 0 && Double.isFinite(label) ? null : "required: a positive number";
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new GammaLoss(LogDispersion.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return Responses.logLink(mean, variance, 0, scale.mean());
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.GammaLaw();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> Math.exp(eta[0]) * ResponseSampler.gamma(dispersion, random);
    }

    @Override
    public double leastOrder() {
        return 1;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new GammaPowers(1 / dispersion, order));
    }

    @Override
    public @Nullable String dispersionRefusal(RobustForm form, double order, double dispersion) {
        return order * (1 / dispersion - 1) + 1 <= 0
                ? "the " + form.configurationName() + "-loss of the family gamma requires a dispersion below " + order / (order - 1)
                        + " but found " + dispersion + ": the integral of the density's power diverges"
                : null;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
