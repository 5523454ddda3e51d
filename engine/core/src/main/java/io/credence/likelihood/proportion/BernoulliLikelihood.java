package io.credence.likelihood.proportion;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.BernoulliPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import org.jspecify.annotations.Nullable;

/** Bernoulli likelihood of labels 0 and 1, with logit or probit link. */
public record BernoulliLikelihood(String name, BinaryLink binaryLink) implements PoweredLikelihood {
    @Override
    public String link() {
        return binaryLink.configurationName();
    }

    @Override
    public @Nullable String refusal(double label) {
        return label == 0 || label == 1 ? null : "required: 0 or 1";
    }

    /** Noise variance of the latent variable whose sign gives the label: π²/3 with logit link, 1 with probit link. */
    @Override
    public double latentVariance(double mean, double dispersion) {
        return binaryLink == BinaryLink.LOGIT ? Math.PI * Math.PI / 3 : 1;
    }

    @Override
    public int outcomeCount() {
        return 2;
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return binaryLink.loss();
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        double p = binaryLink.expectedProbability(mean, variance);
        return new ResponseMoments(
                p, PredictiveMoments.varianceOf(binaryLink::probability, mean, variance), p * (1 - p));
    }

    @Override
    public ClassProbabilities classProbabilities() {
        return (eta, shares) -> {
            shares[1] = binaryLink.probability(eta[0]);
            shares[0] = 1 - shares[1];
        };
    }

    @Override
    public ResponseSampler responseSampler() {
        return classProbabilities().responseSampler(2);
    }

    @Override
    public InverseLink inverseLink() {
        return binaryLink.inverse();
    }

    /** Whether losses grow at most linearly: the logistic loss grows like |η|, the probit loss like η². */
    @Override
    public boolean hasLinearTails() {
        return binaryLink == BinaryLink.LOGIT;
    }

    @Override
    public double leastOrder() {
        return binaryLink == BinaryLink.PROBIT ? 1 : 0;
    }

    @Override
    public RowLoss robustLoss(RobustForm form, double order, double dispersion) {
        return new RobustLoss(form, order, new BernoulliPowers(binaryLink == BinaryLink.PROBIT, order));
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }
}
