package io.credence.loss;

/** Predictive moments shared by likelihoods. */
public final class Responses {

    private Responses() {}

    /** E[1/(1 + e^{−η})] for η ~ N(mean, variance). */
    public static double expectedLogistic(double mean, double variance) {
        double sd = Math.sqrt(variance);
        QuadratureRule rule = QuadratureRule.forWidth(sd);
        double sum = 0;
        for (int k = 0; k < rule.nodes().length; k++) {
            double eta = mean + sd * rule.nodes()[k];
            sum += rule.weights()[k] / (1 + Math.exp(-eta));
        }
        return sum;
    }

    /** A response of mean e^η and variance {@code linear}·e^η + {@code quadratic}·e^{2η}, η ~ N(mean, variance). */
    static ResponseMoments logLink(double mean, double variance, double linear, double quadratic) {
        double first = Math.exp(mean + 0.5 * variance);
        double second = Math.exp(2 * mean + 2 * variance);
        return new ResponseMoments(first, linear * first + (1 + quadratic) * second - first * first);
    }
}
