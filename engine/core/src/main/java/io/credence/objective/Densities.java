package io.credence.objective;

/**
 * What is known of the draws of a step, S numbers each.
 *
 * @param loss Σ_i ℓ_i(θ_s) over all rows, nats
 * @param prior log π(θ_s), normalised
 * @param posterior log q(θ_s)
 * @param base weight of each draw, which sum to 1
 * @param unit consecutive draws that hang together, such as a pair of opposite deviations
 * @param risk sum of the rows' risks over the draws, nats, where the objective has a row reduction; else NaN
 */
public record Densities(double[] loss, double[] prior, double[] posterior, double[] base, int unit, double risk) {

    /** Of independent draws without a row reduction. */
    public Densities(double[] loss, double[] prior, double[] posterior, double[] base) {
        this(loss, prior, posterior, base, 1, Double.NaN);
    }

    /** Number of draws S. */
    public int count() {
        return loss.length;
    }

    /** log w_s = −loss + log π − log q. */
    public double[] logWeights() {
        double[] weights = new double[loss.length];
        for (int s = 0; s < weights.length; s++) {
            weights[s] = -loss[s] + prior[s] - posterior[s];
        }
        return weights;
    }
}
