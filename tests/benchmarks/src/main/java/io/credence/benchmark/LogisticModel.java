package io.credence.benchmark;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Logistic regression under a prior N(0, v I), written a second time.
 *
 * @param priorVariance v; infinite for the likelihood alone
 */
record LogisticModel(RegressionRows rows, double priorVariance) implements Model {

    private static final int NODES = 161;
    private static final double REACH = 9;

    @Override
    public int dimension() {
        return rows.columns();
    }

    @Override
    public double evaluate(double[] theta, double[] gradient) {
        Arrays.fill(gradient, 0);
        double value = Model.logPrior(priorVariance, theta, gradient);
        for (int i = 0; i < rows.count(); i++) {
            double eta = rows.predictor(i, theta);
            double label = rows.labels()[i];
            value += label * eta - softplus(eta);
            double residual = label - 1 / (1 + Math.exp(-eta));
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] += residual * rows.features()[i][j];
            }
        }
        return value;
    }

    /** By a trapezoid of at least 161 nodes for each row. */
    @Override
    public double elbo(Gaussian q) {
        double sum = -q.divergenceFromPrior(priorVariance);
        for (int i = 0; i < rows.count(); i++) {
            double mean = rows.predictor(i, q.mean());
            sum += rows.labels()[i] * mean - expectedSoftplus(mean, Math.sqrt(q.varianceAlong(rows.features()[i])));
        }
        return sum;
    }

    private static double expectedSoftplus(double mean, double sd) {
        return expectation(mean, sd, LogisticModel::softplus);
    }

    /** Probability of label 1 where the linear predictor is normal. */
    static double expectedProbability(double mean, double sd) {
        return expectation(mean, sd, eta -> 1 / (1 + Math.exp(-eta)));
    }

    /** Derivative of that probability's predictor: p(1 − p) where the linear predictor is normal. */
    static double expectedSlope(double mean, double sd) {
        return expectation(mean, sd, eta -> 1 / (2 + Math.exp(eta) + Math.exp(-eta)));
    }

    /** The trapezoid's step follows the sd: its error falls as exp(−2π²/(step · sd)). */
    private static double expectation(double mean, double sd, DoubleUnaryOperator function) {
        int nodes = (int) Math.max(NODES, Math.ceil(2 * REACH * sd / 0.5));
        double norm = 0;
        double sum = 0;
        for (int k = 0; k < nodes; k++) {
            double z = REACH * (2.0 * k / (nodes - 1) - 1);
            double weight = Math.exp(-0.5 * z * z);
            norm += weight;
            sum += weight * function.applyAsDouble(mean + sd * z);
        }
        return sum / norm;
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }
}
