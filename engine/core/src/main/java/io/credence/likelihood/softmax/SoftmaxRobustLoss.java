package io.credence.likelihood.softmax;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.robust.BernoulliPowers;
import io.credence.likelihood.robust.RobustForm;
import io.credence.likelihood.robust.RobustLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.quadrature.NormalNodes;
import java.util.Arrays;

/**
 * Robust β- or γ-loss of classes 0 … K with multinomial logit link, where I = Σ_z p_z^c. The expectation is that of
 * {@link SoftmaxLoss}, over {@link NormalNodes}.
 *
 * @param form which of the two
 * @param order β or γ
 * @param classCount K + 1
 */
public record SoftmaxRobustLoss(RobustForm form, double order, int classCount) implements RowLoss {

    @Override
    public int predictorCount() {
        return classCount - 1;
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        int k = predictorCount();
        if (k == 1) {
            new RobustLoss(form, order, new BernoulliPowers(false, order)).writeExpectedMoments(kernel, chunk);
            return;
        }
        double[] root = new double[k * k];
        SoftmaxPowers at = new SoftmaxPowers(k, order);
        Arrays.fill(chunk.moments().value(), 0, chunk.rows(), 0.0);
        Arrays.fill(chunk.moments().slope(), 0, chunk.rows() * k, 0.0);
        Arrays.fill(chunk.moments().curvature(), 0, chunk.rows() * k * k, 0.0);
        for (int i = 0; i < chunk.rows(); i++) {
            Cholesky.semidefiniteRoot(chunk.predictorCovariances(), i * k * k, k, root);
            double sd = SoftmaxLoss.largestSd(chunk.predictorCovariances(), i * k * k, k);
            NormalNodes nodes = NormalNodes.forWidth(k, sd * 1.3 * Math.max(1, order));
            for (int s = 0; s < nodes.count(); s++) {
                for (int a = 0; a < k; a++) {
                    at.eta()[a] = chunk.predictorMeans()[i * k + a];
                    for (int b = 0; b <= a; b++) {
                        at.eta()[a] += root[a * k + b] * nodes.coordinate(s, b);
                    }
                }
                at.evaluate((int) chunk.label()[i]);
                add(chunk, i, at, nodes.weight(s));
            }
        }
    }

    private void add(PredictorChunk chunk, int i, SoftmaxPowers at, double weight) {
        int k = predictorCount();
        double power = order - 1;
        boolean beta = form == RobustForm.BETA;
        // The β-loss adds a multiple of I; the γ-loss has it within the power.
        double inner = beta ? 0 : 1 / order;
        double outer = beta ? weight * Math.exp(at.logIntegral()) / order : 0;
        double share = weight * (beta ? 1 : order) * Math.exp(power * (at.log() - inner * at.logIntegral()));
        chunk.moments().value()[i] += weight * form.loss(order, at.log(), at.logIntegral());
        for (int a = 0; a < k; a++) {
            double slope = at.logSlope(a) - inner * at.integralSlope(a);
            chunk.moments().slope()[i * k + a] += outer * at.integralSlope(a) - share * slope;
            for (int b = 0; b < k; b++) {
                double product = slope * (at.logSlope(b) - inner * at.integralSlope(b));
                double bend = at.logCurvature(a, b) - inner * at.integralCurvature(a, b) + power * product;
                double whole = at.integralCurvature(a, b) + at.integralSlope(a) * at.integralSlope(b);
                chunk.moments().curvature()[(i * k + a) * k + b] += outer * whole - share * bend;
            }
        }
    }

    /** Log probability of a class and log Σ_z p_z^c at K predictors, with first and second derivatives. For one thread. */
    static final class SoftmaxPowers {

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
}
