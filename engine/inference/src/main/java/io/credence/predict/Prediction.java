package io.credence.predict;

import org.jspecify.annotations.Nullable;

/**
 * Posterior prediction of a new row's response.
 *
 * @param prediction expected response; for labels 0 and 1 the probability of 1; for families of classes the index of
 *     the most probable class
 * @param expectedSpread spread of the expected response, by the uncertainty of the coefficients alone; null for
 *     families of classes
 * @param responseSpread spread of a new response, by noise and uncertainty together; null where responses are classes
 *     or 0 and 1
 * @param probability probability of each class; null for families without classes @param likeliestSpread spread of the
 *     probability of the most probable class; null for families without classes
 */
public record Prediction(
        double prediction,
        @Nullable Uncertainty expectedSpread,
        @Nullable Uncertainty responseSpread,
        double @Nullable [] probability,
        @Nullable Uncertainty likeliestSpread) {

    /**
     * Copy whose new response has the spread of {@code other}'s expected response. The predictor of {@code other}
     * includes the noise.
     */
    Prediction withResponseSpread(Prediction other) {
        return new Prediction(prediction, expectedSpread, other.expectedSpread, probability, likeliestSpread);
    }

    /** Index of the most probable class, the first among equals; -1 for families without classes. */
    public int mostProbable() {
        return probability == null ? -1 : indexOfLargest(probability);
    }

    static int indexOfLargest(double[] probability) {
        int best = 0;
        for (int k = 1; k < probability.length; k++) {
            best = probability[k] > probability[best] ? k : best;
        }
        return best;
    }
}
