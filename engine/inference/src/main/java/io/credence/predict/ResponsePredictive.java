package io.credence.predict;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.linalg.NormalTail;
import io.credence.quadrature.QuadratureRule;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Predictive distribution of a numeric response by moments and intervals, or of a binary one by the probability of 1.
 */
final class ResponsePredictive implements RowPredictive {

    private final ScoringModel model;
    private final Likelihood likelihood;
    private final int predictors;
    private final double[] weights;
    private final double tail;
    private final @Nullable MixtureQuantile quantile;
    private final @Nullable QuasiMonteCarloSpread points;
    private final RowPredictors row;
    private final double[][] mean;
    private final double[][] covariance;

    ResponsePredictive(ScoringModel model) {
        this.model = model;
        this.likelihood = model.likelihood();
        this.predictors = likelihood.predictorCount();
        this.weights = model.normalWeights();
        this.tail = 0.5 * (1 - model.intervalProbability());
        ResponseLaw law = likelihood.responseLaw();
        this.quantile = law == null ? null : new MixtureQuantile(law, model.dispersions());
        this.points =
                predictors > 1 ? new QuasiMonteCarloSpread(weights, predictors, model.intervalProbability()) : null;
        this.row = new RowPredictors(model.coefficients(), predictors, likelihood.predictorsWithOffset());
        this.mean = new double[weights.length][predictors];
        this.covariance = new double[weights.length][predictors * predictors];
    }

    int columns() {
        return row.columns();
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        return predict(indices, values, count, offset, 0);
    }

    /** Predicts the response of a row, with a given variance added to that of its predictor. */
    Prediction predict(int[] indices, double[] values, int count, double offset, double variance) {
        row.moveTo(indices, values, count, offset);
        ResponseMoments[] moments = new ResponseMoments[weights.length];
        double expected = 0;
        for (int n = 0; n < weights.length; n++) {
            for (int k = 0; k < predictors; k++) {
                mean[n][k] = row.mean(n, k);
                for (int l = 0; l < predictors; l++) {
                    double each = row.covariance(n, k, l) + variance;
                    covariance[n][k * predictors + l] = k == l ? Math.max(0, each) : each;
                }
            }
            moments[n] = likelihood.responseMoments(
                    mean[n], covariance[n], model.dispersions().get(n));
            expected += weights[n] * moments[n].mean();
        }
        double expectedSpread = 0;
        double spread = 0;
        for (int n = 0; n < weights.length; n++) {
            double apart = moments[n].mean() - expected;
            expectedSpread += weights[n] * (moments[n].varianceOfMean() + apart * apart);
            spread += weights[n] * (moments[n].variance() + apart * apart);
        }
        boolean infinite = Double.isInfinite(expected);
        Uncertainty ofMean = expectedSpread(infinite ? expected : Math.sqrt(expectedSpread));
        return quantile == null
                ? binaryPrediction(expected, ofMean)
                : new Prediction(
                        expected,
                        ofMean,
                        responseInterval(quantile, infinite ? expected : Math.sqrt(spread)),
                        null,
                        null);
    }

    /** Spread of the expected response. With a single predictor, the expected response is monotone in it. */
    private Uncertainty expectedSpread(double sd) {
        if (points != null) {
            Uncertainty found = points.uncertainty(mean, covariance, this::expectedResponse);
            return new Uncertainty(sd, found.lower(), found.upper());
        }
        double[] ends = MixtureOfNormals.intervalEnds(
                model.intervalProbability(), weights, firstColumn(mean), firstColumn(covariance));
        return new Uncertainty(sd, expectedResponse(ends[0]), expectedResponse(ends[1]));
    }

    private double expectedResponse(double... eta) {
        return likelihood
                .responseMoments(
                        eta,
                        new double[eta.length * eta.length],
                        model.dispersions().get(0))
                .mean();
    }

    private static Prediction binaryPrediction(double expected, Uncertainty ofMean) {
        boolean one = expected > 0.5;
        Uncertainty likeliest = one ? ofMean : new Uncertainty(ofMean.sd(), 1 - ofMean.upper(), 1 - ofMean.lower());
        return new Prediction(expected, ofMean, null, new double[] {1 - expected, expected}, likeliest);
    }

    private Uncertainty responseInterval(MixtureQuantile ends, double sd) {
        double[] share = weights;
        double[] centre = firstColumn(mean);
        double[] width = firstColumn(covariance);
        double zeros = 0;
        if (likelihood.hasZeroPart()) {
            share = new double[weights.length];
            for (int n = 0; n < share.length; n++) {
                UninflatedPredictor left = UninflatedPredictor.of(mean[n], covariance[n]);
                share[n] = weights[n] * left.probability();
                centre[n] = left.mean();
                width[n] = left.variance();
                zeros += weights[n] * (1 - left.probability());
            }
        }
        DoubleUnaryOperator others = ends.of(renormalisedWeights(share, zeros), centre, width);
        return new Uncertainty(sd, quantile(tail, zeros, others), quantile(1 - tail, zeros, others));
    }

    /** Quantile of a response that is an inflated zero with a given probability. */
    private static double quantile(double p, double zeros, DoubleUnaryOperator others) {
        return p <= zeros ? 0 : others.applyAsDouble((p - zeros) / (1 - zeros));
    }

    private static double[] renormalisedWeights(double[] share, double zeros) {
        if (zeros == 0) {
            return share;
        }
        double[] all = share.clone();
        for (int n = 0; n < all.length; n++) {
            all[n] /= 1 - zeros;
        }
        return all;
    }

    private static double[] firstColumn(double[][] rows) {
        double[] first = new double[rows.length];
        for (int n = 0; n < rows.length; n++) {
            first[n] = rows[n][0];
        }
        return first;
    }

    /** Quantiles of a mixture of normals, whose variances may be 0. */
    static final class MixtureOfNormals {

        private MixtureOfNormals() {}

        /** Ends of the central interval of a given probability. */
        static double[] intervalEnds(double level, double[] weights, double[] mean, double[] variance) {
            if (weights.length == 1) {
                double reach = NormalTail.quantile(0.5 * (1 + level)) * Math.sqrt(variance[0]);
                return new double[] {mean[0] - reach, mean[0] + reach};
            }
            double tail = 0.5 * (1 - level);
            double size = Math.sqrt(MixtureQuantile.variance(weights, mean, variance));
            double centre = MixtureQuantile.mean(weights, mean);
            double[] ends = new double[2];
            for (int end = 0; end < 2; end++) {
                double p = end == 0 ? tail : 1 - tail;
                ends[end] = PredictiveQuantile.solve(
                        t -> cdf(t, weights, mean, variance),
                        p,
                        centre + NormalTail.quantile(p) * size,
                        Math.max(size, Double.MIN_NORMAL));
            }
            return ends;
        }

        private static double cdf(double t, double[] weights, double[] mean, double[] variance) {
            double sum = 0;
            for (int n = 0; n < weights.length; n++) {
                sum += weights[n] * ScaleNodes.normalCdf(t - mean[n], variance[n]);
            }
            return sum;
        }
    }

    /**
     * Distribution of a count's predictor η_1, given that the count is not an inflated zero, approximated by a normal.
     * The exact one is N(m, V) weighted by 1 − π(η_2), where π is the probability of an inflated zero. Its mean and
     * variance follow from Stein's identities, E (η_1 − m_1) f(η_2) = V_12 E f′ and so on.
     *
     * @param probability probability that the count is not an inflated zero
     * @param mean conditional mean of η_1 @param variance conditional variance of η_1
     */
    record UninflatedPredictor(double probability, double mean, double variance) {

        /** Computes the distribution from the means of a row's two predictors, and their covariances row by row. */
        static UninflatedPredictor of(double[] mean, double[] covariance) {
            double sd = Math.sqrt(covariance[3]);
            QuadratureRule rule = QuadratureRule.forWidth(sd);
            double value = 0;
            double slope = 0;
            double bend = 0;
            for (int k = 0; k < rule.nodes().length; k++) {
                double share = 1 / (1 + Math.exp(mean[1] + sd * rule.nodes()[k]));
                double change = -share * (1 - share);
                value += rule.weights()[k] * share;
                slope += rule.weights()[k] * change;
                bend -= rule.weights()[k] * change * (1 - 2 * share);
            }
            if (value == 0) {
                return new UninflatedPredictor(0, mean[0], covariance[0]);
            }
            double relative = slope / value;
            double narrower = covariance[1] * covariance[1] * (bend / value - relative * relative);
            return new UninflatedPredictor(
                    value, mean[0] + covariance[1] * relative, Math.max(0, covariance[0] + narrower));
        }
    }
}
