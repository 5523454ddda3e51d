package io.credence.likelihood.zero;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.LogFactorial;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.SmoothLoss;
import io.credence.likelihood.count.CountSampler;
import io.credence.likelihood.count.CountingLaw;
import io.credence.likelihood.count.ZeroProbability;
import java.util.Arrays;
import org.hipparchus.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Generalised Poisson law of counts, θ(θ + yλ)^{y − 1} e^{−θ − yλ}/y! with θ = (1 − λ)μ, whose variance is μ/(1 − λ)²
 * (Consul and Jain 1973, A generalization of the Poisson distribution). It has no dispersion, and is no Poisson law.
 *
 * @param lambda λ, from 0 to below 1
 */
record GeneralisedPoisson(double lambda) implements CountingLaw {

    @Override
    public String name() {
        return "generalised-poisson";
    }

    @Override
    public String link() {
        return "log";
    }

    @Override
    public @Nullable String refusal(double label) {
        return LabelChecks.refusalUnlessCount(label);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new Loss(lambda);
    }

    @Override
    public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
        return PredictiveMoments.logLink(mean, variance, 1 / ((1 - lambda) * (1 - lambda)), 0);
    }

    @Override
    public ZeroProbability zeroProbability(DispersionPosterior scale) {
        double share = 1 - lambda;
        return (k, eta, out, at) -> Arrays.fill(out, at, at + 3, -share * Math.exp(eta));
    }

    @Override
    public double[] secondMomentCoefficients(DispersionPosterior scale) {
        return new double[] {1 / ((1 - lambda) * (1 - lambda)), 1};
    }

    double probability(int y, double eta) {
        double[] out = new double[3];
        new Loss(lambda).evaluateAt(y, eta, out);
        return Math.exp(-out[0]);
    }

    /** Draws the number of all descendants of a Poisson count, each with a Poisson number of children of mean λ. */
    private double descendants(double ancestors, RandomGenerator random) {
        double total = 0;
        double generation = ancestors;
        while (generation > 0) {
            total += generation;
            generation = CountSampler.poisson(lambda * generation, random);
        }
        return total;
    }

    @Override
    public ResponseSampler responseSampler() {
        return (eta, dispersion, random) ->
                descendants(CountSampler.poisson((1 - lambda) * Math.exp(eta[0]), random), random);
    }

    @Override
    public double drawPositive(double eta, double dispersion, RandomGenerator random) {
        double ancestors = 0;
        while (ancestors == 0) {
            ancestors = CountSampler.poisson((1 - lambda) * Math.exp(eta), random);
        }
        return descendants(ancestors, random);
    }

    @Override
    public ResponseLaw.Counts responseLaw() {
        return new Law(this);
    }

    /**
     * Distribution as the sum of its probabilities.
     *
     * @param law the law
     */
    private record Law(GeneralisedPoisson law) implements ResponseLaw.Counts {
        @Override
        public double upperTail(double y, double eta, double dispersion) {
            double below = 0;
            for (int k = 0; k <= y; k++) {
                below += law.probability(k, eta);
            }
            return 1 - below;
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return Math.exp(-0.5 * eta) / (1 - law.lambda);
        }
    }

    private static final class Loss extends SmoothLoss {

        private static final long serialVersionUID = 1;
        private final double lambda;

        Loss(double lambda) {
            this.lambda = lambda;
        }

        @Override
        public double singularityWidth() {
            return 1;
        }

        @Override
        public void evaluateAt(double label, double eta, double[] out) {
            double theta = (1 - lambda) * Math.exp(eta);
            double sum = theta + label * lambda;
            out[0] = theta + label * lambda - Math.log(theta) - (label - 1) * Math.log(sum) + LogFactorial.of(label);
            out[1] = theta - 1 - (label - 1) * theta / sum;
            out[2] = theta - (label - 1) * theta * label * lambda / (sum * sum);
        }
    }
}
