package io.credence.likelihood;

import io.credence.quadrature.QuadratureRule;
import java.util.function.DoubleUnaryOperator;

/** Predictive moments shared by likelihoods. */
public final class PredictiveMoments {

    private PredictiveMoments() {}

    /** Expectation E[1/(1 + e^{−η})] for η ~ N(mean, variance). */
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

    /**
     * Variance of a function of η ~ N(mean, variance) that is as smooth as the logistic one. Squares are summed around
     * its value at the mean, so that a small variance is not lost.
     */
    public static double varianceOf(DoubleUnaryOperator function, double mean, double variance) {
        double sd = Math.sqrt(variance);
        QuadratureRule rule = QuadratureRule.forWidth(sd);
        double centre = function.applyAsDouble(mean);
        double first = 0;
        double second = 0;
        for (int k = 0; k < rule.nodes().length; k++) {
            double apart = function.applyAsDouble(mean + sd * rule.nodes()[k]) - centre;
            first += rule.weights()[k] * apart;
            second += rule.weights()[k] * apart * apart;
        }
        return Math.max(0, second - first * first);
    }

    /**
     * Moments of a response of mean e^η and variance {@code linear}·e^η + {@code quadratic}·e^{2η}, η ~ N(mean,
     * variance).
     */
    public static ResponseMoments logLink(double mean, double variance, double linear, double quadratic) {
        ResponseMoments scaled = logScale(mean, variance, 1, 1 + quadratic);
        return new ResponseMoments(scaled.mean(), scaled.varianceOfMean(), scaled.variance() + linear * scaled.mean());
    }

    /**
     * Moments of a response e^η Y, η ~ N(mean, variance), where Y is independent of η and has the given first two
     * moments.
     */
    public static ResponseMoments logScale(double mean, double variance, double first, double second) {
        double unit = Math.exp(mean + 0.5 * variance);
        double expected = unit * first;
        return new ResponseMoments(
                expected,
                expected * expected * Math.expm1(variance),
                Math.exp(2 * mean + 2 * variance) * second - expected * expected);
    }
}
