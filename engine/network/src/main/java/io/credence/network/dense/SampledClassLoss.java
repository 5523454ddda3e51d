package io.credence.network.dense;

import io.credence.likelihood.softmax.SoftmaxLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Triangular;
import io.credence.network.row.NetworkRows;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Loss of labels of three or more classes, whose expectation at normal outputs η is estimated from a few draws of each
 * row in each step. The estimate of E[log Σ e^η] − E η_y is unbiased, as are its slopes; the slope in the covariance is
 * half of the mean curvature (Bonnet, Price). Nodes that make it exact are more than a hundred times as many. Not
 * thread-safe.
 */
final class SampledClassLoss implements OutputLoss {

    /** Number of pairs of a draw and its opposite, in which errors of the first order cancel. */
    private static final int PAIRS = 2;

    private final int predictors;
    private final double[] covariance;
    private final double[] root;
    private final double[] away;
    private final double[] eta;
    private final double[] share;
    private final double[] slope;
    private final double[] curvature;

    /** Creates the loss of {@code classes} classes, of which the first has no output. */
    SampledClassLoss(int classes) {
        predictors = classes - 1;
        covariance = new double[predictors * predictors];
        root = new double[predictors * predictors];
        away = new double[predictors];
        eta = new double[predictors];
        share = new double[predictors];
        slope = new double[predictors];
        curvature = new double[predictors * predictors];
    }

    @Override
    public int outputs() {
        return predictors;
    }

    @Override
    public void expect(
            DenseKernel kernel,
            LayerSums outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            IntFunction<double[]> normals,
            double[] losses,
            double[] gradient) {
        int rows = labels.rows();
        double[] z = normals.apply(rows * PAIRS * predictors);
        for (int i = 0; i < rows; i++) {
            factorCovariance(outputs, rows, i);
            Arrays.fill(slope, 0);
            Arrays.fill(curvature, 0);
            double sum = 0;
            for (int p = 0; p < PAIRS; p++) {
                Arrays.fill(away, 0);
                Triangular.addProduct(root, predictors, z, (i * PAIRS + p) * predictors, away);
                sum += addDraw(outputs, rows, i, 1) + addDraw(outputs, rows, i, -1);
            }
            losses[i] = sum / (2 * PAIRS) - labelPredictor(outputs.mean, labels, i);
            store(outputs, labels, i);
        }
    }

    private void factorCovariance(LayerSums outputs, int rows, int i) {
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b < predictors; b++) {
                covariance[a * predictors + b] = outputs.covariance(a, b, i, rows);
            }
        }
        Cholesky.semidefiniteRoot(covariance, 0, predictors, root);
    }

    private double addDraw(LayerSums outputs, int rows, int i, int sign) {
        for (int a = 0; a < predictors; a++) {
            eta[a] = outputs.mean[a * rows + i] + sign * away[a];
        }
        double value = SoftmaxLoss.logSumExp(eta, share);
        for (int a = 0; a < predictors; a++) {
            slope[a] += share[a];
            curvature[a * predictors + a] += share[a];
            for (int b = 0; b <= a; b++) {
                curvature[a * predictors + b] -= share[a] * share[b];
            }
        }
        return value;
    }

    private double labelPredictor(double[] eta, NetworkRows.Batch labels, int i) {
        int label = (int) labels.label()[i];
        return label == 0 ? 0 : eta[(label - 1) * labels.rows() + i];
    }

    private void store(LayerSums outputs, NetworkRows.Batch labels, int i) {
        int rows = labels.rows();
        double weight = labels.weight()[i];
        double each = weight / (2 * PAIRS);
        for (int a = 0; a < predictors; a++) {
            outputs.meanSlope[a * rows + i] = each * slope[a] - (labels.label()[i] == a + 1 ? weight : 0);
        }
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b <= a; b++) {
                outputs.setCovarianceSlope(a, b, i, rows, each * curvature[a * predictors + b]);
            }
        }
    }

    @Override
    public void evaluate(
            DenseKernel kernel,
            double[] outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            double[] losses) {
        int rows = labels.rows();
        for (int i = 0; i < rows; i++) {
            for (int a = 0; a < predictors; a++) {
                eta[a] = outputs[a * rows + i];
            }
            losses[i] = SoftmaxLoss.logSumExp(eta, share) - labelPredictor(outputs, labels, i);
        }
    }
}
