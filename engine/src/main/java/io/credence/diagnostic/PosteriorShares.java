package io.credence.diagnostic;

import java.io.Serializable;

/**
 * By how much each of a few draws counts for the exact posterior.
 *
 * @param logWeights log importance weights, finite
 * @param shares the same, Pareto smoothed, which sum to 1
 * @param correction factor from a weighted mean square to a variance: S/(S − 1) where all draws count alike
 */
record PosteriorShares(double[] logWeights, double[] shares, double correction) implements Serializable {

    static PosteriorShares of(double[] logWeights) {
        double[] shares = ParetoSmoothing.of(logWeights).shares();
        double squares = 0;
        for (double share : shares) {
            squares += share * share;
        }
        return new PosteriorShares(logWeights, shares, 1 / (1 - squares));
    }

    int count() {
        return shares.length;
    }
}
