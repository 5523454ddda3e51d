package io.credence.fit;

/**
 * A window of draws as a Gaussian q sees it.
 *
 * @param deviations of its draws from q's mean
 * @param z the same in q's own units
 * @param r gradients in those units
 * @param near importance weights under q, capped
 * @param older draws before those of the newest pass
 */
record SeenWindow(double[] deviations, double[] z, double[] r, double[] near, int older) {

    /** Most by which a draw counts more than one of q. */
    private static final double HEAVIEST = 1;

    static SeenWindow of(OwnUnits q, DrawWindow window) {
        double[] deviations = q.deviations(window.points());
        double[] z = q.points(deviations);
        int newest = window.batches().get(window.batches().size() - 1).count();
        return new SeenWindow(
                deviations, z, q.gradients(window.gradients()), weights(q, window, z), window.count() - newest);
    }

    private static double[] weights(OwnUnits q, DrawWindow window, double[] z) {
        double[] weights = window.surprise();
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
