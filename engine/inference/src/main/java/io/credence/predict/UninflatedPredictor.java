package io.credence.predict;

import io.credence.quadrature.QuadratureRule;

/**
 * Law of the predictor η_1 of a count, given that the count is no inflated zero, as a normal with the same mean and
 * variance: that of N(m, V) weighted by 1 − π(η_2). The moments follow from Stein's identities,
 * E (η_1 − m_1) f(η_2) = V_12 E f′ and so on.
 *
 * @param probability probability that the count is no inflated zero
 * @param mean mean of η_1 given that
 * @param variance variance of η_1 given that
 */
record UninflatedPredictor(double probability, double mean, double variance) {

    /** Computes the law from the means of a row's two predictors, and their covariances row by row. */
    static UninflatedPredictor of(double[] mean, double[] covariance) {
        double sd = Math.sqrt(covariance[3]);
        QuadratureRule rule = QuadratureRule.forWidth(sd);
        double value = 0;
        double slope = 0;
        double bend = 0;
        for (int k = 0; k < rule.nodes().length; k++) {
            double share = 1 / (1 + Math.exp(mean[1] + sd * rule.nodes()[k]));
            double change = -share * (1 - share);
            value += rule.weights()[k] * share;
            slope += rule.weights()[k] * change;
            bend -= rule.weights()[k] * change * (1 - 2 * share);
        }
        if (value == 0) {
            return new UninflatedPredictor(0, mean[0], covariance[0]);
        }
        double relative = slope / value;
        double narrower = covariance[1] * covariance[1] * (bend / value - relative * relative);
        return new UninflatedPredictor(
                value, mean[0] + covariance[1] * relative, Math.max(0, covariance[0] + narrower));
    }
}
