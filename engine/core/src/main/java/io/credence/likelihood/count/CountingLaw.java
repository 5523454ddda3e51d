package io.credence.likelihood.count;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseSampler;
import org.hipparchus.random.RandomGenerator;

/**
 * Likelihood of counts of mean e^η to which a part for zeros can be added: it states its probability of a zero and its
 * second moment, and draws counts above zero.
 */
public interface CountingLaw extends Likelihood {

    /** Probability of a zero, at the values of the dispersion at which {@link #loss} is evaluated. */
    ZeroProbability zeroProbability(DispersionPosterior scale);

    /** Coefficients of μ, μ², … in the second moment E(Y² | η) of a count of mean μ = e^η, averaged over the dispersion. */
    double[] secondMomentCoefficients(DispersionPosterior scale);

    /**
     * Draws a count above zero.
     *
     * @param dispersion 1 where there is none
     */
    double drawPositive(double eta, double dispersion, RandomGenerator random);

    @Override
    ResponseLaw.Counts responseLaw();

    @Override
    ResponseSampler responseSampler();

    /**
     * The given likelihood as a law to which a part for zeros can be added.
     *
     * @throws IllegalArgumentException if it is none
     */
    static CountingLaw of(Likelihood likelihood) {
        if (likelihood instanceof CountingLaw law) {
            return law;
        }
        throw new IllegalArgumentException(
                "a part for zeros requires a law of counts that states its probability of a zero (CountingLaw), such as"
                        + " poisson or negative-binomial, but was given " + likelihood.name());
    }
}
