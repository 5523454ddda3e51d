package io.credence.predict;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.Chunk;
import io.credence.loss.Likelihood;
import io.credence.loss.ResponseMoments;
import io.credence.loss.RowLoss;
import org.apache.commons.math3.special.Erf;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of new responses under a fitted posterior: η ~ N(xᵀμ + o, xᵀSx) through the likelihood. Moments are in
 * closed form or by quadrature, intervals are quantiles of the mixture over η and the dispersion. Not thread-safe.
 */
public final class PosteriorPredictive {

    private final ScoringModel model;
    private final Likelihood likelihood;
    private final int predictors;
    private final int columns;
    private final double tail;
    private final double normalQuantile;
    private final @Nullable PredictiveQuantile quantile;
    private final Chunk chunk;
    private final RowLoss loss;
    private final DenseKernel kernel = Kernels.named("java");
    private int entries;

    /** For rows of that model. */
    public PosteriorPredictive(ScoringModel model) {
        this.model = model;
        this.likelihood = model.likelihood();
        this.predictors = likelihood.predictors();
        this.columns = model.mean().length / predictors;
        this.tail = 0.5 * (1 - model.level());
        this.normalQuantile = Math.sqrt(2) * Erf.erfInv(model.level());
        this.quantile = ResponseLaw.named(model.family(), model.degreesOfFreedom())
                .map(law -> new PredictiveQuantile(law, ScaleNodes.of(model.scale())))
                .orElse(null);
        this.loss = likelihood.loss(model.scale());
        this.chunk = new Chunk(predictors, new double[loss.scaleTotals()]);
    }

    /** Number of features that a row has, the intercept included. */
    public int columns() {
        return columns;
    }

    /**
     * Scores one row.
     *
     * @param indices columns that are not zero, and perhaps more
     * @param values their values
     * @param count how many entries of the two count
     * @param offset known part of the linear predictors
     */
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        entries = count;
        if (predictors > 1 || model.family().equals("softmax")) {
            return classify(indices, values, offset);
        }
        double mean = offset;
        for (int a = 0; a < entries; a++) {
            mean += values[a] * model.mean()[indices[a]];
        }
        double variance = Math.max(0, form(indices, values, 0, 0));
        ResponseMoments moments = likelihood.respond(mean, variance, model.scale());
        double sd = Math.sqrt(moments.variance());
        if (quantile != null) {
            return new Prediction(
                    moments.mean(), sd, quantile.of(tail, mean, variance), quantile.of(1 - tail, mean, variance), null);
        }
        double reach = normalQuantile * Math.sqrt(variance);
        double p = moments.mean();
        return new Prediction(p, sd, probability(mean - reach), probability(mean + reach), new double[] {1 - p, p});
    }

    private double probability(double eta) {
        return likelihood.respond(eta, 0, model.scale()).mean();
    }

    /** Class probabilities over the same nodes as the loss: its slope at label 0 is the expected share of each class. */
    private Prediction classify(int[] indices, double[] values, double offset) {
        chunk.resize(1);
        chunk.label()[0] = 0;
        for (int k = 0; k < predictors; k++) {
            double mean = offset;
            for (int a = 0; a < entries; a++) {
                mean += values[a] * model.mean()[k * columns + indices[a]];
            }
            chunk.mean()[k] = mean;
            for (int l = 0; l <= k; l++) {
                double covariance = form(indices, values, k, l);
                chunk.variance()[k * predictors + l] = covariance;
                chunk.variance()[l * predictors + k] = covariance;
            }
        }
        loss.expect(kernel, chunk);
        double[] probability = new double[predictors + 1];
        probability[0] = 1;
        int best = 0;
        for (int k = 1; k <= predictors; k++) {
            probability[k] = chunk.moments().slope()[k - 1];
            probability[0] -= probability[k];
        }
        probability[0] = Math.max(0, probability[0]);
        for (int k = 1; k <= predictors; k++) {
            best = probability[k] > probability[best] ? k : best;
        }
        return new Prediction(best, null, null, null, probability);
    }

    /** xᵀ S_kl x for the block of predictors k and l. */
    private double form(int[] indices, double[] values, int k, int l) {
        double sum = 0;
        for (int a = 0; a < entries; a++) {
            double inner = 0;
            for (int b = 0; b < entries; b++) {
                inner += values[b] * model.covariance(k * columns + indices[a], l * columns + indices[b]);
            }
            sum += values[a] * inner;
        }
        return sum;
    }
}
