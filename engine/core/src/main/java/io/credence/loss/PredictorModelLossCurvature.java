package io.credence.loss;

import io.credence.autodiff.DerivativeOrder;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.loss.model.FormulaLosses;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.Parameters;

/**
 * Second derivatives of a predictor model's losses, averaged over draws. Those in predictors and constrained parameters
 * come from the formula; the transforms of the parameters are applied once per draw, with their second derivatives by
 * central differences of first ones.
 */
final class PredictorModelLossCurvature {

    /** Step in an unconstrained parameter: differences err by its square. */
    private static final double STEP = 1e-4;

    private final FormulaLosses losses;
    private final ModelLossDraws draws;
    private final Parameters extra;
    private final int extraAt;
    private final int predictors;
    private final int inputs;
    private final int further;
    private final CurvatureSums sums;
    private double[][] found = new double[0][];
    private final double[][][] jacobians;
    private final double[][] slopes;
    private final double[][] second;

    PredictorModelLossCurvature(
            PredictorModelLoss loss,
            DenseKernel kernel,
            FormulaLosses losses,
            PredictorDesigns designs,
            ModelLossDraws draws) {
        this.losses = losses;
        this.draws = draws;
        this.extra = loss.extraParameters();
        this.extraAt = loss.extraOffset();
        this.predictors = loss.predictorCount();
        int constrained = extra.constrainedCount();
        this.inputs = predictors + constrained;
        this.further = extra.dimension();
        this.sums = new CurvatureSums(kernel, loss.places(), designs, further);
        this.slopes = new double[draws.count()][constrained];
        this.second = new double[draws.count()][constrained * constrained];
        this.jacobians = new double[draws.count()][constrained][];
        for (int s = 0; s < draws.count(); s++) {
            for (int v = 0; v < constrained; v++) {
                double[] unit = new double[constrained];
                unit[v] = 1;
                jacobians[s][v] = toUnconstrainedGradient(draws.unconstrainedDraw(s), unit);
            }
        }
    }

    private double[] toUnconstrainedGradient(double[] theta, double[] ofConstrained) {
        double[] gradient = new double[further];
        extra.addPullback(theta, extraAt, ofConstrained, gradient, 0);
        return gradient;
    }

    /** Adds the second derivatives of the rows at which the losses were computed. */
    void addDerivatives(RowBlock block, int first, int count, double[] weights) {
        sums.begin();
        for (int s = 0; s < draws.count(); s++) {
            found = losses.derivativesAtDraw(s, DerivativeOrder.SECOND);
            addDraw(s, count, weights);
        }
        sums.end(block, first, count);
    }

    private void addDraw(int s, int count, double[] weights) {
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b <= a; b++) {
                addDerivatives(1, secondDerivative(a, b), weights, sums.predictorDerivatives(a, b), count);
            }
            for (int v = 0; v < jacobians[s].length; v++) {
                for (int e = 0; e < further; e++) {
                    addDerivatives(
                            jacobians[s][v][e],
                            secondDerivative(predictors + v, a),
                            weights,
                            sums.mixedDerivatives(a, e),
                            count);
                }
            }
        }
        for (int v = 0; v < jacobians[s].length; v++) {
            slopes[s][v] += Vectors.dot(weights, 0, found[1 + predictors + v], count);
            for (int w = 0; w < jacobians[s].length; w++) {
                double[] column = secondDerivative(predictors + v, predictors + w);
                second[s][v * jacobians[s].length + w] += Vectors.dot(weights, 0, column, count);
            }
        }
    }

    private double[] secondDerivative(int i, int j) {
        return found[1 + inputs + i * inputs + j];
    }

    private void addDerivatives(double factor, double[] column, double[] weights, double[] to, int count) {
        if (factor != 0) {
            double share = factor / draws.count();
            for (int i = 0; i < count; i++) {
                to[i] += share * weights[i] * column[i];
            }
        }
    }

    /** The packed sum over all rows; ends the use of this object. */
    double[] packedSum() {
        for (int s = 0; s < draws.count(); s++) {
            double[] bent = second[s];
            double[][] jacobian = jacobians[s];
            for (int e = 0; e < further; e++) {
                double[] moved = unconstrainedDerivative(s, e);
                for (int f = 0; f <= e; f++) {
                    double sum = moved[f];
                    for (int v = 0; v < jacobian.length; v++) {
                        for (int w = 0; w < jacobian.length; w++) {
                            sum += jacobian[v][e] * bent[v * jacobian.length + w] * jacobian[w][f];
                        }
                    }
                    sums.add(e, f, sum / draws.count());
                }
            }
        }
        return sums.packedSums();
    }

    /**
     * Derivative in unconstrained parameter e of the slopes in the unconstrained parameters. The slopes in the
     * constrained ones are held fixed, so that it is made of the second derivatives of the transforms.
     */
    private double[] unconstrainedDerivative(int s, int e) {
        double[] theta = draws.unconstrainedDraw(s).clone();
        double at = theta[extraAt + e];
        theta[extraAt + e] = at + STEP;
        double[] above = toUnconstrainedGradient(theta, slopes[s]);
        theta[extraAt + e] = at - STEP;
        double[] below = toUnconstrainedGradient(theta, slopes[s]);
        for (int f = 0; f < above.length; f++) {
            above[f] = (above[f] - below[f]) / (2 * STEP);
        }
        return above;
    }
}
