package io.credence.likelihood.softmax;

/** Log probability of a class and log Σ_z p_z^c at K predictors, with first and second derivatives. For one thread. */
final class SoftmaxPowers {

    private final double order;
    private final double[] eta;
    private final double[] share;
    private final double[] tilted;
    private int label;
    private double log;
    private double logIntegral;

    SoftmaxPowers(int predictors, double order) {
        this.order = order;
        this.eta = new double[predictors];
        this.share = new double[predictors];
        this.tilted = new double[predictors];
    }

    /** Predictors, to be set before {@link #evaluate}. */
    double[] eta() {
        return eta;
    }

    void evaluate(int observed) {
        label = observed;
        double whole = SoftmaxLoss.logSumExp(eta, share);
        double[] scaled = new double[eta.length];
        for (int a = 0; a < eta.length; a++) {
            scaled[a] = order * eta[a];
        }
        log = (label == 0 ? 0 : eta[label - 1]) - whole;
        logIntegral = SoftmaxLoss.logSumExp(scaled, tilted) - order * whole;
    }

    /** Log probability of the label. */
    double log() {
        return log;
    }

    double logIntegral() {
        return logIntegral;
    }

    double logSlope(int a) {
        return (label == a + 1 ? 1 : 0) - share[a];
    }

    double logCurvature(int a, int b) {
        return -share[a] * ((a == b ? 1 : 0) - share[b]);
    }

    double integralSlope(int a) {
        return order * (tilted[a] - share[a]);
    }

    double integralCurvature(int a, int b) {
        return order * (logCurvature(a, b) + order * tilted[a] * ((a == b ? 1 : 0) - tilted[b]));
    }
}
