package io.credence.predict;

import io.credence.family.NormalMixture;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.Chunk;
import io.credence.loss.Likelihood;
import io.credence.loss.ResponseMoments;
import io.credence.loss.RowLoss;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of new responses under a fitted posterior: for each normal of the coefficients η ~ N(xᵀμ + o, xᵀSx) through
 * the likelihood. Moments are in closed form or by quadrature, intervals are quantiles of the mixture over the normals, η and
 * the dispersion. Where the mean does not exist, as of e^η under Student's t, it is infinite; intervals exist. Not thread-safe.
 */
public final class PosteriorPredictive {

    private final ScoringModel model;
    private final Likelihood likelihood;
    private final int predictors;
    private final double[] weights;
    private final double tail;
    private final @Nullable MixtureQuantile quantile;
    private final RowPredictors row;
    private final Chunk chunk;
    private final RowLoss loss;
    private final DenseKernel kernel = Kernels.named("java");

    /** For rows of that model. */
    public PosteriorPredictive(ScoringModel model) {
        this.model = model;
        this.likelihood = model.likelihood();
        this.predictors = likelihood.predictors();
        this.weights = model.coefficients().components().stream()
                .mapToDouble(NormalMixture.Component::weight)
                .toArray();
        this.tail = 0.5 * (1 - model.level());
        this.quantile = ResponseLaw.named(model.family(), model.degreesOfFreedom())
                .map(law -> new MixtureQuantile(law, weights, model.scales()))
                .orElse(null);
        this.row = new RowPredictors(model.coefficients(), predictors);
        this.loss = likelihood.loss(model.scales().get(0));
        this.chunk = new Chunk(predictors, new double[loss.scaleTotals()]);
    }

    /** Number of features that a row has, the intercept included. */
    public int columns() {
        return row.columns();
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
        row.take(indices, values, count, offset);
        if (predictors > 1 || model.family().equals("softmax")) {
            return classify();
        }
        double[] mean = new double[weights.length];
        double[] variance = new double[weights.length];
        ResponseMoments[] moments = new ResponseMoments[weights.length];
        double expected = 0;
        for (int n = 0; n < weights.length; n++) {
            mean[n] = row.mean(n, 0);
            variance[n] = Math.max(0, row.covariance(n, 0, 0));
            moments[n] = likelihood.respond(mean[n], variance[n], model.scales().get(n));
            expected += weights[n] * moments[n].mean();
        }
        double spread = 0;
        for (int n = 0; n < weights.length; n++) {
            double apart = moments[n].mean() - expected;
            spread += weights[n] * (moments[n].variance() + apart * apart);
        }
        double sd = Double.isInfinite(expected) ? expected : Math.sqrt(spread);
        if (quantile != null) {
            return new Prediction(
                    expected, sd, quantile.of(tail, mean, variance), quantile.of(1 - tail, mean, variance), null);
        }
        double[] ends = NormalQuantile.ends(model.level(), weights, mean, variance);
        return new Prediction(
                expected, sd, probability(ends[0]), probability(ends[1]), new double[] {1 - expected, expected});
    }

    private double probability(double eta) {
        return likelihood.respond(eta, 0, model.scales().get(0)).mean();
    }

    /** Class probabilities over the same nodes as the loss: its slope at label 0 is the expected share of each class. */
    private Prediction classify() {
        double[] probability = new double[predictors + 1];
        for (int n = 0; n < weights.length; n++) {
            chunk.resize(1);
            chunk.label()[0] = 0;
            for (int k = 0; k < predictors; k++) {
                chunk.mean()[k] = row.mean(n, k);
                for (int l = 0; l < predictors; l++) {
                    chunk.variance()[k * predictors + l] = row.covariance(n, k, l);
                }
            }
            loss.expect(kernel, chunk);
            for (int k = 1; k <= predictors; k++) {
                probability[k] += weights[n] * chunk.moments().slope()[k - 1];
            }
        }
        probability[0] = 1;
        int best = 0;
        for (int k = 1; k <= predictors; k++) {
            probability[0] -= probability[k];
        }
        probability[0] = Math.max(0, probability[0]);
        for (int k = 1; k <= predictors; k++) {
            best = probability[k] > probability[best] ? k : best;
        }
        return new Prediction(best, null, null, null, probability);
    }
}
