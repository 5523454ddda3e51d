package io.credence.benchmark;

import org.jspecify.annotations.Nullable;

/**
 * Parameters at which performance is measured.
 *
 * @param ours our QBVI's posterior, where there is one
 * @param exact mean of the exact optimum
 * @param likelihood maximum of the likelihood
 * @param likelihoodValue the measure there, where it is made differently; else NaN
 */
record Points(@Nullable Answer ours, double[] exact, double[] likelihood, double likelihoodValue) {

    Points(@Nullable Answer ours, double[] exact, double[] likelihood) {
        this(ours, exact, likelihood, Double.NaN);
    }

    Points withLikelihood(double value) {
        return new Points(ours, exact, likelihood, value);
    }
}
