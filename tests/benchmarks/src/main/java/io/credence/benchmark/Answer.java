package io.credence.benchmark;

import org.jspecify.annotations.Nullable;

/**
 * A posterior that a method gave.
 *
 * @param coefficients its Gaussian
 * @param shape a of its inverse gamma, NaN without one
 * @param scale b of its inverse gamma, NaN without one
 * @param elbo evidence lower bound evaluated without draws, nats
 * @param note how it ended and after how much work; null for a reference
 */
record Answer(
        Gaussian coefficients,
        double shape,
        double scale,
        double elbo,
        @Nullable String note) {

    /** Without a factor for the dispersion. */
    static Answer of(Gaussian coefficients, double elbo, @Nullable String note) {
        return new Answer(coefficients, Double.NaN, Double.NaN, elbo, note);
    }

    static Answer of(MeanFieldRegression.Found found) {
        return new Answer(found.coefficients(), found.shape(), found.scale(), found.elbo(), null);
    }

    double mean(int j) {
        return coefficients.mean()[j];
    }

    /** Mean of coefficient {@code j}, NaN where there is no answer. */
    static double mean(@Nullable Answer answer, int j) {
        return answer == null ? Double.NaN : answer.mean(j);
    }
}
