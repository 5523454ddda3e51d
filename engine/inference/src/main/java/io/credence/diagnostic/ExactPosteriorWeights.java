package io.credence.diagnostic;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Weights of a few draws under the exact posterior.
 *
 * @param logWeights log importance weights less the largest of them, all finite; otherwise the difference to a row's
 *     log likelihood would be rounded away
 * @param normalisedWeights normalised weights, Pareto smoothed, which sum to 1
 * @param varianceCorrection factor from a weighted mean square to a variance: S/(S − 1) for equal weights
 */
record ExactPosteriorWeights(double[] logWeights, double[] normalisedWeights, double varianceCorrection)
        implements Serializable {

    static ExactPosteriorWeights of(double[] logWeights) {
        double most = Arrays.stream(logWeights).reduce(Double.NEGATIVE_INFINITY, Math::max);
        double[] below = Arrays.stream(logWeights).map(log -> log - most).toArray();
        double[] shares = ParetoSmoothing.of(below).normalisedWeights();
        double squares = 0;
        for (double share : shares) {
            squares += share * share;
        }
        return new ExactPosteriorWeights(below, shares, 1 / (1 - squares));
    }

    int drawCount() {
        return normalisedWeights.length;
    }
}
