package io.credence.likelihood.zero;

import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.count.CountSampler;
import io.credence.quadrature.DispersionNodes;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Distribution of counts above 0, a Poisson or negative binomial law truncated at zero.
 *
 * @param countLaw law before truncation
 */
record PositiveCounts(Counts countLaw) implements ResponseLaw {

    @Override
    public double cdf(double y, double eta, double dispersion) {
        if (y < 1) {
            return 0;
        }
        double positive = countLaw.upperTail(0, eta, dispersion);
        return positive > 0 ? Math.max(0, 1 - countLaw.upperTail(y, eta, dispersion) / positive) : 1;
    }

    @Override
    public double predictorNoise(double eta, double dispersion) {
        return countLaw.predictorNoise(eta, dispersion);
    }

    @Override
    public Support support() {
        return Support.COUNTS;
    }

    /** Probability p(0 | η) of a zero before truncation, at a known dispersion. */
    ZeroProbability zeroProbability(double dispersion) {
        return new ZeroProbability(countLaw.isPoisson() ? null : DispersionNodes.known(dispersion));
    }

    /**
     * Draws a count above 0. Events arrive over a time of 1, the first of them at the time at which their expected
     * number, −log p(0 | η) in all, is w; after that, and given that, a negative binomial's rate is a gamma number of
     * shape 1/φ + 1.
     */
    double draw(double eta, double dispersion, RandomGenerator random) {
        double[] logZero = new double[3];
        zeroProbability(dispersion).writeLogProbability(0, eta, logZero, 0);
        double first = -Math.log1p(random.nextDouble() * Math.expm1(logZero[0]));
        double mean = Math.exp(eta);
        if (countLaw.isPoisson()) {
            return 1 + CountSampler.poisson(Math.max(0, mean - first), random);
        }
        double size = 1 / dispersion;
        double time = Math.expm1(dispersion * first);
        double rate = new GammaDistribution(random, size + 1, 1).sample();
        return 1 + CountSampler.poisson(Math.max(0, rate * (dispersion * mean - time) / (1 + time)), random);
    }
}
