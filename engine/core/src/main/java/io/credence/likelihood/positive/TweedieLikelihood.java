package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.part.NumberRange;
import org.jspecify.annotations.Nullable;

/**
 * Tweedie likelihood of amounts that are 0 or positive, with log link and variance φμ^p (Tweedie 1984; Jørgensen 1987).
 * An amount is the sum of a Poisson number of gamma amounts.
 *
 * @param power p, strictly between 1 and 2
 */
public record TweedieLikelihood(double power) implements LogNormalDispersionLikelihood {

    /** Range of p. */
    public static final NumberRange POWERS = NumberRange.between(1, 2);

    public TweedieLikelihood {
        if (!POWERS.test(power)) {
            throw new IllegalArgumentException("power must be a number" + POWERS.words() + " but was " + power);
        }
    }

    @Override
    public String name() {
        return "tweedie";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public double variancePower() {
        return power;
    }

    @Override
    public @Nullable String refusal(double label) {
        return label >= 0 && Double.isFinite(label) ? null : "required: 0 or a positive number";
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new TweedieLoss(power, LogDispersionUpdate.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        ResponseMoments certain = PredictiveMoments.logLink(mean, variance, 0, 0);
        double noise = scale.mean() * Math.exp(power * (mean + 0.5 * power * variance));
        return new ResponseMoments(certain.mean(), certain.varianceOfMean(), certain.variance() + noise);
    }

    @Override
    public TweedieLaw responseLaw() {
        return new TweedieLaw(power);
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public ResponseSampler responseSampler() {
        TweedieLaw law = responseLaw();
        return (eta, dispersion, random) -> law.draw(eta[0], dispersion, random);
    }
}
