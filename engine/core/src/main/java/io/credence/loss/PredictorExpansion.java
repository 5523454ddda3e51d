package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import java.util.Arrays;

/**
 * Taylor expansion of the losses of a likelihood of linear predictors around one value of its parameters, for up to a
 * chunk of rows.
 */
final class PredictorExpansion {
    // A point is a normal of variance zero, so that the loss's expectations serve.

    private static final double STEP = LogDispersionSlopes.STEP;

    private final PredictorLoss model;
    private final boolean curved;
    private final double[] theta;
    private final double[][] coefficients;
    private final RowLoss loss;
    private final int k;
    private final PredictorChunk chunk;
    private final double[] predictors;
    private final double[] product = new double[PredictorChunk.CAPACITY];
    private final ShiftedMoments above;
    private final ShiftedMoments below;

    PredictorExpansion(PredictorLoss model, ExpansionPoint anchor) {
        this.model = model;
        this.curved = anchor.order() == 2;
        this.theta = anchor.point();
        this.k = model.likelihood().predictorCount();
        this.loss = model.rowLossAt(theta, 1);
        this.chunk = new PredictorChunk(k, new double[loss.dispersionTotalCount()]);
        this.predictors = new double[PredictorChunk.CAPACITY * k];
        this.above = new ShiftedMoments(k);
        this.below = new ShiftedMoments(k);
        this.coefficients = new double[k][];
        for (int a = 0; a < k; a++) {
            coefficients[a] = Arrays.copyOfRange(theta, a * model.columns(), (a + 1) * model.columns());
        }
    }

    /** Moves the expansion to a range of rows. */
    void expandAt(DenseKernel kernel, RowBlock block, int first, int rows) {
        chunk.resize(rows);
        for (int a = 0; a < k; a++) {
            block.multiply(kernel, first, rows, coefficients[a], product);
            for (int i = 0; i < rows; i++) {
                predictors[i * k + a] = product[i]
                        + (a < loss.predictorsWithOffset() ? block.attributes().offset(first + i) : 0);
            }
        }
        System.arraycopy(block.attributes().labels(), first, chunk.label(), 0, rows);
        Arrays.fill(chunk.weight(), 1);
        if (model.dispersion() == null) {
            computeMoments(kernel, model.rowLossAt(theta, Math.exp(STEP)));
            above.copyMoments(chunk);
            computeMoments(kernel, model.rowLossAt(theta, Math.exp(-STEP)));
            below.copyMoments(chunk);
        }
        computeMoments(kernel, loss);
    }

    private void computeMoments(DenseKernel kernel, RowLoss which) {
        System.arraycopy(predictors, 0, chunk.predictorMeans(), 0, chunk.rows() * k);
        which.writeExpectedMoments(kernel, chunk);
    }

    /** Subtracts the expansion from the losses and slopes at draw {@code s} on the same rows. */
    void subtractFrom(PredictorDraws points, int s) {
        if (k == 1) {
            subtractSinglePredictor(points, s);
            return;
        }
        for (int i = 0; i < points.rows(); i++) {
            double expansion = chunk.moments().value()[i];
            for (int a = 0; a < k; a++) {
                double bend = curved ? curvatureTerm(points, s, i, a) : 0;
                double slope = chunk.moments().slope()[i * k + a];
                expansion += predictorDeviation(points, s, i, a) * (slope + 0.5 * bend);
                points.slopes()[points.predictorOffset(s, a) + i] -= slope + bend;
            }
            points.losses()[s * PredictorChunk.CAPACITY + i] -= expansion;
        }
    }

    /** Subtracts the expansion for one linear predictor, in a loop that the compiler vectorises. */
    private void subtractSinglePredictor(PredictorDraws points, int s) {
        int at = s * PredictorChunk.CAPACITY;
        double[] eta = points.predictors();
        double[] value = points.losses();
        double[] slope = points.slopes();
        double[] ownValue = chunk.moments().value();
        double[] ownSlope = chunk.moments().slope();
        double[] ownCurvature = chunk.moments().curvature();
        double half = curved ? 0.5 : 0;
        int rows = points.rows();
        for (int i = 0; i < rows; i++) {
            double move = eta[at + i] - predictors[i];
            double bend = half * ownCurvature[i] * move;
            value[at + i] -= ownValue[i] + move * (ownSlope[i] + bend);
            slope[at + i] -= ownSlope[i] + 2 * bend;
        }
    }

    /**
     * Subtracts the expansion's terms in the log dispersion at draw {@code s}, whose log dispersion is
     * {@code logDispersion}. Its derivatives are differences.
     */
    void subtractDispersionTerms(PredictorDraws points, int s, double logDispersion, double[] slopes) {
        double move = logDispersion - theta[model.coefficients()];
        double[] value = chunk.moments().value();
        for (int i = 0; i < points.rows(); i++) {
            double bend = curved ? move * (above.value[i] - 2 * value[i] + below.value[i]) / (STEP * STEP) : 0;
            double slope = (above.value[i] - below.value[i]) / (2 * STEP);
            double mixed = 0;
            for (int a = 0; curved && a < k; a++) {
                double each = (above.slope[i * k + a] - below.slope[i * k + a]) / (2 * STEP);
                mixed += each * predictorDeviation(points, s, i, a);
                points.slopes()[points.predictorOffset(s, a) + i] -= each * move;
            }
            points.losses()[s * PredictorChunk.CAPACITY + i] -= move * (slope + 0.5 * bend + mixed);
            slopes[s * PredictorChunk.CAPACITY + i] -= slope + bend + mixed;
        }
    }

    private double predictorDeviation(PredictorDraws points, int s, int i, int a) {
        return points.predictors()[points.predictorOffset(s, a) + i] - predictors[i * k + a];
    }

    private double curvatureTerm(PredictorDraws points, int s, int i, int a) {
        double bend = 0;
        for (int b = 0; b < k; b++) {
            bend += chunk.moments().curvature()[(i * k + a) * k + b] * predictorDeviation(points, s, i, b);
        }
        return bend;
    }

    /** Values and slopes with the log dispersion one difference step away. */
    private static final class ShiftedMoments {
        private final double[] value = new double[PredictorChunk.CAPACITY];
        private final double[] slope;

        ShiftedMoments(int predictors) {
            this.slope = new double[PredictorChunk.CAPACITY * predictors];
        }

        void copyMoments(PredictorChunk chunk) {
            System.arraycopy(chunk.moments().value(), 0, value, 0, chunk.rows());
            System.arraycopy(
                    chunk.moments().slope(), 0, slope, 0, slope.length / PredictorChunk.CAPACITY * chunk.rows());
        }
    }
}
