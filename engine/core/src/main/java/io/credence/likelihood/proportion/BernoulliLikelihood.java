package io.credence.likelihood.proportion;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.Responses;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.BernoulliPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import org.jspecify.annotations.Nullable;

/** Bernoulli likelihood of labels 0 and 1, with logit or probit link. */
public record BernoulliLikelihood(String name, BinaryLink by) implements PoweredLikelihood {
    @Override
    public String link() {
        return by.text();
    }

    @Override
    public @Nullable String refuse(double label) {
        return label == 0 || label == 1 ? null : "required: 0 or 1";
    }

    /** Noise variance of the latent variable whose sign is the label: π²/3 with logit link, 1 with probit link. */
    @Override
    public double latentVariance(double mean, double dispersion) {
        return by == BinaryLink.LOGIT ? Math.PI * Math.PI / 3 : 1;
    }

    @Override
    public int outcomes() {
        return 2;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return by.loss();
    }

    @Override
    public ResponseMoments respond(double mean, double variance, DispersionPosterior scale) {
        double p = by.expected(mean, variance);
        return new ResponseMoments(p, Responses.varianceOf(by::probability, mean, variance), p * (1 - p));
    }

    @Override
    public ClassProbabilities shares() {
        return (eta, shares) -> {
            shares[1] = by.probability(eta[0]);
            shares[0] = 1 - shares[1];
        };
    }

    @Override
    public ResponseSampler responses() {
        return shares().responses(2);
    }

    @Override
    public InverseLink inverseLink() {
        return by.inverse();
    }

    /** Whether losses grow at most linearly: the logistic loss grows like |η|, the probit loss like η². */
    @Override
    public boolean hasLinearTails() {
        return by == BinaryLink.LOGIT;
    }

    @Override
    public double leastOrder() {
        return by == BinaryLink.PROBIT ? 1 : 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new BernoulliPowers(by == BinaryLink.PROBIT, order));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
