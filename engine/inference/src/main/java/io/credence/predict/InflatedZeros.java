package io.credence.predict;

import io.credence.quadrature.QuadratureRule;

/**
 * What is left of the predictor η_1 of a count where the count is no inflated zero: its law under N(m, V), weighted by 1 − π(η_2), as
 * a normal of the same mean and variance. These follow from Stein's identities, E (η_1 − m_1) f(η_2) = V_12 E f′ and so on.
 *
 * @param probability that the count is no inflated zero
 * @param mean of η_1 then
 * @param variance of η_1 then
 */
record InflatedZeros(double probability, double mean, double variance) {

    /** Of a row's two predictors: their means, and their covariances row by row. */
    static InflatedZeros of(double[] mean, double[] covariance) {
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
            return new InflatedZeros(0, mean[0], covariance[0]);
        }
        double relative = slope / value;
        double narrower = covariance[1] * covariance[1] * (bend / value - relative * relative);
        return new InflatedZeros(value, mean[0] + covariance[1] * relative, Math.max(0, covariance[0] + narrower));
    }
}
