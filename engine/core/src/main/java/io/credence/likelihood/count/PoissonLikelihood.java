package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Labels;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.PoissonPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import org.jspecify.annotations.Nullable;

/** Poisson likelihood of counts, with log link. */
public record PoissonLikelihood() implements PoweredLikelihood {
    @Override
    public String name() {
        return "poisson";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public @Nullable String refusal(double label) {
        return Labels.refusalUnlessCount(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new PoissonLoss();
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return Responses.logLink(mean, variance, 1, 0);
    }

    @Override
    public ResponseLaw responseLaw() {
        return new ResponseLaw.Counts(true);
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) -> CountSampler.poisson(Math.exp(eta[0]), random);
    }

    @Override
    public double leastOrder() {
        return 1;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new PoissonPowers(order));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
