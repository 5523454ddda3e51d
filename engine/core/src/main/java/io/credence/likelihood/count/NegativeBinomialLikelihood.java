package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.LogNormalDispersionLikelihood;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.NegativeBinomialPowers;
import io.credence.likelihood.robust.PoweredLikelihood;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.quadrature.DispersionNodes;
import io.credence.statistics.RowMoments;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Negative binomial likelihood of counts, with log link and variance μ + φμ². */
public record NegativeBinomialLikelihood() implements CountingLaw, LogNormalDispersionLikelihood, PoweredLikelihood {
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
        return LabelChecks.refusalUnlessCount(label);
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
        return new NegativeBinomialLoss(LogDispersionUpdate.quadratureNodes(scale));
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return PredictiveMoments.logLink(mean, variance, 1, scale.mean());
    }

    @Override
    public ResponseLaw.Counts responseLaw() {
        return new ResponseLaw.NegativeBinomialLaw();
    }

    @Override
    public ZeroProbability zeroProbability(DispersionPosterior scale) {
        return new NegativeBinomialZeros(LogDispersionUpdate.quadratureNodes(scale));
    }

    @Override
    public double[] secondMomentCoefficients(DispersionPosterior scale) {
        return new double[] {1, 1 + scale.mean()};
    }

    /**
     * Draws the time of the first event, given that there is one within the time 1, and the number of those after it.
     * Given that time, their rate is a gamma number of shape 1/φ + 1.
     */
    @Override
    public double drawPositive(double eta, double dispersion, RandomGenerator random) {
        double[] logZero = new double[3];
        new NegativeBinomialZeros(DispersionNodes.known(dispersion)).writeLogProbability(0, eta, logZero, 0);
        double first = CountSampler.eventsBeforeFirst(logZero[0], random);
        double mean = Math.exp(eta);
        double size = 1 / dispersion;
        double time = Math.expm1(dispersion * first);
        double rate = RandomDataGenerator.of(random).nextGamma(size + 1, 1);
        return 1 + CountSampler.poisson(Math.max(0, rate * (dispersion * mean - time) / (1 + time)), random);
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
