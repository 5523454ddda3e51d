package io.credence.objective;

/**
 * Log densities of the draws of a step, S numbers each.
 *
 * @param totalLosses total losses Σ_i ℓ_i(θ_s) over all rows, nats
 * @param logPriors log prior densities log π(θ_s), normalised
 * @param logPosteriors log posterior densities log q(θ_s)
 * @param baseWeights weight of each draw; they sum to 1
 * @param unit number of consecutive draws that depend on each other, such as a pair of opposite deviations
 * @param totalRisk sum of the rows' risks over the draws, nats, where the objective has a row reduction; else NaN
 */
public record DrawDensities(
        double[] totalLosses,
        double[] logPriors,
        double[] logPosteriors,
        double[] baseWeights,
        int unit,
        double totalRisk) {

    /** Densities of independent draws without a row reduction. */
    public DrawDensities(double[] loss, double[] prior, double[] posterior, double[] base) {
        this(loss, prior, posterior, base, 1, Double.NaN);
    }

    /** Number of draws S. */
    public int count() {
        return totalLosses.length;
    }

    /** Log importance weights log w_s = −loss + log π − log q. */
    public double[] logWeights() {
        double[] weights = new double[totalLosses.length];
        for (int s = 0; s < weights.length; s++) {
            weights[s] = -totalLosses[s] + logPriors[s] - logPosteriors[s];
        }
        return weights;
    }
}
