package io.credence.fit.regression;

import io.credence.fit.WhitenedFrame;

/**
 * History of draws reweighted to a Gaussian q.
 *
 * @param deviations deviations of the draws from q's mean
 * @param whitenedDeviations deviations in q's own units
 * @param whitenedGradients gradients in q's own units
 * @param importanceWeights importance weights under q, capped
 * @param olderCount number of draws before those of the newest pass
 */
record ReweightedDraws(double[] deviations, double[] whitenedDeviations, double[] whitenedGradients, double[] importanceWeights, int olderCount) {

    /** Largest log weight of a draw relative to one of q. */
    private static final double HEAVIEST = 1;

    static ReweightedDraws of(WhitenedFrame q, DrawHistory history) {
        double[] deviations = q.deviations(history.points());
        double[] z = q.points(deviations);
        int newest = history.batches().get(history.batches().size() - 1).count();
        return new ReweightedDraws(
                deviations, z, q.gradients(history.gradients()), weights(q, history, z), history.count() - newest);
    }

    private static double[] weights(WhitenedFrame q, DrawHistory history, double[] z) {
        double[] weights = history.negativeLogDensities();
        int d = q.q().dimension();
        double half = 0.5 * q.q().logDeterminantPrecision();
        for (int s = 0; s < weights.length; s++) {
            double squares = 0;
            for (int j = s * d; j < (s + 1) * d; j++) {
                squares += z[j] * z[j];
            }
            weights[s] = Math.exp(Math.min(weights[s] - 0.5 * squares + half, HEAVIEST));
        }
        return weights;
    }
}
