package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.model.CoefficientPlaces;
import java.util.Arrays;

/**
 * Second derivatives of a likelihood's losses, averaged over draws. Those in the predictors are expectations under a
 * normal of variance zero; those with a drawn log dispersion are central differences.
 */
final class PredictorCurvature {

    private final DenseKernel kernel;
    private final int k;
    private final int draws;
    private final RowLoss[] losses;
    private final RowLoss[] above;
    private final RowLoss[] below;
    private final PredictorChunk chunk;
    private final CurvatureSums sums;

    PredictorCurvature(PredictorLoss model, DenseKernel kernel, double[][] thetas, RowLoss[] losses) {
        this.kernel = kernel;
        this.k = model.likelihood().predictorCount();
        this.draws = thetas.length;
        this.losses = losses;
        boolean drawn = model.dispersion() == null;
        this.above = new RowLoss[drawn ? draws : 0];
        this.below = new RowLoss[above.length];
        for (int s = 0; s < above.length; s++) {
            above[s] = model.rowLossAt(thetas[s], Math.exp(LogDispersionSlopes.STEP));
            below[s] = model.rowLossAt(thetas[s], Math.exp(-LogDispersionSlopes.STEP));
        }
        this.chunk = new PredictorChunk(k, new double[losses[0].dispersionTotalCount()]);
        CoefficientPlaces places = CoefficientPlaces.ofAll(k, model.columns());
        this.sums = new CurvatureSums(kernel, places, new PredictorDesigns(kernel, places), drawn ? 1 : 0);
    }

    /** Adds the second derivatives of the rows that the points were moved to. */
    void add(RowBlock block, int first, PredictorDraws points, double[] weights) {
        int count = points.rows();
        chunk.resize(count);
        System.arraycopy(points.label(), 0, chunk.label(), 0, count);
        Arrays.fill(chunk.weight(), 1);
        sums.begin();
        for (int s = 0; s < draws; s++) {
            addDraw(s, points, weights);
        }
        sums.end(block, first, count);
    }

    private void addDraw(int s, PredictorDraws points, double[] weights) {
        computeMoments(losses[losses.length == 1 ? 0 : s], s, points);
        double[] curvature = chunk.moments().curvature();
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                double[] to = sums.predictorDerivatives(a, b);
                for (int i = 0; i < points.rows(); i++) {
                    to[i] += weights[i] * curvature[(i * k + a) * k + b] / draws;
                }
            }
        }
        if (above.length > 0) {
            double h = LogDispersionSlopes.STEP;
            double bent = -2 * weightedLoss(points.rows(), weights);
            computeMoments(above[s], s, points);
            bent += weightedLoss(points.rows(), weights);
            addSlopes(points.rows(), weights, 1 / (2 * h * draws));
            computeMoments(below[s], s, points);
            bent += weightedLoss(points.rows(), weights);
            addSlopes(points.rows(), weights, -1 / (2 * h * draws));
            sums.add(0, 0, bent / (h * h * draws));
        }
    }

    private void computeMoments(RowLoss loss, int s, PredictorDraws points) {
        Arrays.fill(chunk.predictorCovariances(), 0, points.rows() * k * k, 0.0);
        for (int a = 0; a < k; a++) {
            for (int i = 0; i < points.rows(); i++) {
                chunk.predictorMeans()[i * k + a] = points.predictors()[points.predictorOffset(s, a) + i];
            }
        }
        loss.writeExpectedMoments(kernel, chunk);
    }

    private double weightedLoss(int count, double[] weights) {
        return Vectors.dot(weights, 0, chunk.moments().value(), count);
    }

    private void addSlopes(int count, double[] weights, double factor) {
        for (int a = 0; a < k; a++) {
            for (int i = 0; i < count; i++) {
                sums.mixedDerivatives(a, 0)[i] +=
                        factor * weights[i] * chunk.moments().slope()[i * k + a];
            }
        }
    }

    /** The packed sum over all rows. */
    double[] packedSum() {
        return sums.packedSums();
    }
}
