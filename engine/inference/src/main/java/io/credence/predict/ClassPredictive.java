package io.credence.predict;

import io.credence.family.NormalMixture;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import java.util.List;
import java.util.Objects;

/**
 * Predictive probabilities of classes, by the quadrature nodes of the loss. At label 0, the loss's slope in a class's
 * predictor is the probability of that class.
 */
final class ClassPredictive implements RowPredictive {

    private final List<NormalMixture.Component> normals;
    private final int predictors;
    private final RowPredictors row;
    private final PredictorChunk chunk;
    private final RowLoss loss;
    private final DenseKernel kernel = Kernels.named("java");
    private final ClassProbabilities shares;
    private final QuasiMonteCarloSpread spread;
    private final double[][] mean;
    private final double[][] covariance;

    ClassPredictive(ScoringModel model) {
        this.normals = model.coefficients().components();
        this.predictors = model.likelihood().predictorCount();
        this.row = new RowPredictors(model.coefficients(), predictors, predictors);
        this.loss = model.likelihood().loss(model.dispersions().get(0));
        this.chunk = new PredictorChunk(predictors, new double[loss.dispersionTotalCount()]);
        this.shares = Objects.requireNonNull(model.likelihood().classProbabilities(), "classes have shares");
        this.spread = new QuasiMonteCarloSpread(model.normalWeights(), predictors, model.intervalProbability());
        this.mean = new double[normals.size()][predictors];
        this.covariance = new double[normals.size()][predictors * predictors];
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        row.moveTo(indices, values, count, offset);
        double[] probability = new double[predictors + 1];
        probability[0] = 1;
        for (int n = 0; n < normals.size(); n++) {
            chunk.resize(1);
            chunk.label()[0] = 0;
            for (int k = 0; k < predictors; k++) {
                mean[n][k] = row.mean(n, k);
                chunk.predictorMeans()[k] = mean[n][k];
                for (int l = 0; l < predictors; l++) {
                    covariance[n][k * predictors + l] = row.covariance(n, k, l);
                    chunk.predictorCovariances()[k * predictors + l] = covariance[n][k * predictors + l];
                }
            }
            loss.writeExpectedMoments(kernel, chunk);
            for (int k = 1; k <= predictors; k++) {
                probability[k] += normals.get(n).weight() * chunk.moments().slope()[k - 1];
            }
        }
        for (int k = 1; k <= predictors; k++) {
            probability[0] -= probability[k];
        }
        probability[0] = Math.max(0, probability[0]);
        int best = Prediction.indexOfLargest(probability);
        double[] each = new double[predictors + 1];
        Uncertainty likeliest = spread.uncertainty(mean, covariance, eta -> {
            shares.fill(eta, each);
            return each[best];
        });
        return new Prediction(best, null, null, probability, likeliest);
    }
}
