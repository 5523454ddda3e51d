package io.credence.predict;

import io.credence.family.NormalMixture;
import io.credence.likelihood.PredictiveMoments;
import java.util.List;

/**
 * Predictive probabilities of ordered classes, as differences of cumulative probabilities. P(Y ≤ k) = E[1/(1 +
 * e^{η − c_k})], over the posterior of the predictor η and the cutpoints c_k.
 */
final class OrderedPredictive implements RowPredictive {

    private final List<NormalMixture.Component> normals;
    private final List<OrderedCutpoints> cutpoints;
    private final int count;
    private final RowPredictors row;
    private final QuasiMonteCarloSpread spread;

    OrderedPredictive(ScoringModel model) {
        this.normals = model.coefficients().components();
        this.count = model.likelihood().cutpointCount();
        this.cutpoints =
                normals.stream().map(each -> OrderedCutpoints.of(each, count)).toList();
        this.spread = new QuasiMonteCarloSpread(model.normalWeights(), 2, model.intervalProbability());
        this.row = new RowPredictors(model.coefficients().leadingMarginal(model.dimension() - count), 1, 1);
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int entries, double offset) {
        row.moveTo(indices, values, entries, offset);
        double[] upTo = new double[count + 1];
        upTo[count] = 1;
        for (int n = 0; n < normals.size(); n++) {
            OrderedCutpoints own = cutpoints.get(n);
            for (int k = 0; k < count; k++) {
                double mean = own.mean()[k] - row.mean(n, 0);
                double variance = own.variance()[k]
                        + row.covariance(n, 0, 0)
                        - 2 * own.covarianceWithRow(k, indices, values, entries);
                upTo[k] += normals.get(n).weight() * PredictiveMoments.expectedLogistic(mean, Math.max(0, variance));
            }
        }
        double[] probability = new double[count + 1];
        for (int k = 0; k <= count; k++) {
            // Far out a cutpoint that is less certain than the one before it may promise less.
            upTo[k] = k == 0 ? upTo[k] : Math.max(upTo[k], upTo[k - 1]);
            probability[k] = upTo[k] - (k == 0 ? 0 : upTo[k - 1]);
        }
        int best = Prediction.indexOfLargest(probability);
        return new Prediction(best, null, null, probability, likeliestSpread(best, indices, values, entries));
    }

    /**
     * Spread of the probability of the most probable class. It follows from the distances of the class's two cutpoints
     * to the predictor, taken as normal; the first and the last class have one cutpoint.
     */
    private Uncertainty likeliestSpread(int best, int[] indices, double[] values, int entries) {
        double[][] mean = new double[normals.size()][2];
        double[][] covariance = new double[normals.size()][4];
        int low = Math.max(0, best - 1);
        int high = Math.min(count - 1, best);
        for (int n = 0; n < normals.size(); n++) {
            OrderedCutpoints own = cutpoints.get(n);
            double both = low == high
                    ? own.variance()[low]
                    : 0.5 * (own.variance()[low] + own.variance()[high] - own.differenceVariance()[high]);
            double atLow = own.covarianceWithRow(low, indices, values, entries);
            double atHigh = own.covarianceWithRow(high, indices, values, entries);
            double wide = row.covariance(n, 0, 0);
            mean[n][0] = own.mean()[low] - row.mean(n, 0);
            mean[n][1] = own.mean()[high] - row.mean(n, 0);
            covariance[n][0] = own.variance()[low] + wide - 2 * atLow;
            covariance[n][2] = both + wide - atLow - atHigh;
            covariance[n][3] = own.variance()[high] + wide - 2 * atHigh;
        }
        return spread.uncertainty(mean, covariance, distance -> {
            double upTo = best == count ? 1 : 1 / (1 + Math.exp(-distance[1]));
            return Math.max(0, upTo - (best == 0 ? 0 : 1 / (1 + Math.exp(-distance[0]))));
        });
    }

    /**
     * Moments of the cutpoints of ordered classes, and their covariances with coefficients, under a normal posterior.
     * The parameters are θ = (β, u), with cutpoints c_1 = u_1 and c_k = c_{k−1} + exp(u_k). The moments are exact.
     * Predictions take the cutpoints as normal, which ignores the third moment of exp(u_k); the error is below 1e-3 of
     * a probability where the sd of u_k is below 0.3.
     *
     * @param mean means E c_k @param variance variances Var c_k @param differenceVariance variances Var (c_k −
     *     c_{k−1}); for the first cutpoint its own variance @param coefficientCovariance covariances Cov(c_k, β_j) at k
     *     · columns + j; empty where they are independent
     */
    record OrderedCutpoints(
            double[] mean, double[] variance, double[] differenceVariance, double[] coefficientCovariance) {

        /**
         * Computes the moments under one normal of a mixture.
         *
         * @param cutpoints number of cutpoints, which are the last parameters
         */
        static OrderedCutpoints of(NormalMixture.Component normal, int cutpoints) {
            int d = normal.mean().length;
            int columns = d - cutpoints;
            double[] own = new double[cutpoints];
            for (int k = 0; k < cutpoints; k++) {
                int at = columns + k;
                own[k] = k == 0 ? 1 : Math.exp(normal.mean()[at] + 0.5 * covariance(normal, at, at));
            }
            double[] mean = new double[cutpoints];
            double[] variance = new double[cutpoints];
            double[] gap = new double[cutpoints];
            boolean full = normal.covariance().length > d;
            double[] cross = new double[full ? cutpoints * columns : 0];
            for (int k = 0; k < cutpoints; k++) {
                mean[k] = k == 0 ? normal.mean()[columns] : mean[k - 1] + own[k];
                variance[k] = k == 0 ? 0 : variance[k - 1];
                for (int l = 0; l <= k; l++) {
                    double between = covariance(normal, columns + k, columns + l);
                    double step = own[k] * own[l] * (l == 0 ? between : Math.expm1(between));
                    variance[k] += l == k ? step : 2 * step;
                    gap[k] = step;
                }
                for (int j = 0; full && j < columns; j++) {
                    cross[k * columns + j] =
                            (k == 0 ? 0 : cross[(k - 1) * columns + j]) + own[k] * covariance(normal, columns + k, j);
                }
            }
            return new OrderedCutpoints(mean, variance, gap, cross);
        }

        private static double covariance(NormalMixture.Component normal, int i, int j) {
            int d = normal.mean().length;
            return i == j
                    ? normal.variance(i)
                    : normal.covariance().length > d ? normal.covarianceFactor() * normal.covariance()[i * d + j] : 0;
        }

        /** Covariance of cutpoint k and a row's predictor, Cov(c_k, xᵀβ). */
        double covarianceWithRow(int k, int[] indices, double[] values, int entries) {
            double sum = 0;
            int columns = coefficientCovariance.length / mean.length;
            for (int a = 0; a < entries && columns > 0; a++) {
                sum += values[a] * coefficientCovariance[k * columns + indices[a]];
            }
            return sum;
        }
    }
}
