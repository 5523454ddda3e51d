package io.credence.predict;

import org.jspecify.annotations.Nullable;

/**
 * What the posterior says of a new row.
 *
 * @param prediction expected response; the most probable class of families of classes
 * @param sd standard deviation of the response: noise and uncertainty of the coefficients together; null for families of classes
 * @param lower lower end of the central interval: of the response, or of the probability of label 1 for Bernoulli
 *     families; null for families of classes
 * @param upper upper end of that interval
 * @param probability probability of each class; null for families that have none
 */
public record Prediction(
        double prediction,
        @Nullable Double sd,
        @Nullable Double lower,
        @Nullable Double upper,
        double @Nullable [] probability) {

    /** Of classes with those probabilities: the most probable one, the first of equals. */
    static Prediction ofClasses(double[] probability) {
        int best = 0;
        for (int k = 1; k < probability.length; k++) {
            best = probability[k] > probability[best] ? k : best;
        }
        return new Prediction(best, null, null, null, probability);
    }
}
