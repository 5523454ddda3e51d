package io.credence.predict;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ClassProbabilities;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogFactorial;
import io.credence.linalg.Kernels;
import io.credence.linalg.LogSums;
import io.credence.linalg.NormalTail;
import io.credence.network.result.PredictionDraws;
import io.credence.network.result.ResponsePosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;

/**
 * Predictive distribution of new rows under an ensemble of networks or a deep Gaussian process. It is a mixture over
 * draws of the trained posterior, of normals or of the likelihood's distributions. Not thread-safe.
 */
public final class NetworkPredictive implements RowPredictive {

    private final PredictionDraws draws;
    private final double[] shares;
    private final double level;
    private final Likelihood likelihood;
    private final double[] row;

    /**
     * Creates the predictive distribution of a trained posterior.
     *
     * @param level probability that an interval covers
     */
    public NetworkPredictive(ResponsePosterior posterior, double level) {
        this.draws = posterior.predictionDraws(Kernels.best());
        this.shares = draws.drawWeights();
        this.level = level;
        this.likelihood = posterior.likelihood();
        this.row = new double[posterior.units().columns()];
    }

    @Override
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        Arrays.fill(row, 0);
        for (int k = 0; k < count; k++) {
            row[indices[k]] = values[k];
        }
        return predict(row);
    }

    /**
     * Predicts the response of one row.
     *
     * @param features features of the row, with a leading 1
     */
    public Prediction predict(double[] features) {
        draws.moveTo(features);
        if (likelihood.isNormal()) {
            return predictNormal();
        }
        return likelihood.outcomeCount() > 0 ? predictClasses() : predictCount();
    }

    /** Log predictive density, or log probability, of a label of a row. */
    public double logDensity(double[] features, double label) {
        draws.moveTo(features);
        double[] logs = new double[shares.length];
        for (int s = 0; s < logs.length; s++) {
            logs[s] = Math.log(shares[s]) + logDensity(s, label);
        }
        return LogSums.logSumExp(logs);
    }

    private double logDensity(int s, double label) {
        if (likelihood.isNormal()) {
            return ResponseMixture.logDensity(label, draws.labelMean(s), draws.variance(s) + draws.noiseVariance(s));
        } else if (likelihood.outcomeCount() > 0) {
            return Math.log(classProbabilities(s)[(int) label]);
        }
        double eta = draws.linearPredictors(s)[0];
        return label * eta - Math.exp(eta) - LogFactorial.of(label);
    }

    private Prediction predictNormal() {
        double[] mean = new double[shares.length];
        double[] left = new double[shares.length];
        double[] around = new double[shares.length];
        Arrays.setAll(mean, draws::labelMean);
        Arrays.setAll(left, draws::variance);
        Arrays.setAll(around, s -> left[s] + draws.noiseVariance(s));
        boolean exact = Arrays.stream(left).allMatch(v -> v == 0);
        Uncertainty expected = exact ? uncertainty(mean) : new ResponseMixture(shares, mean, left).uncertainty(level);
        ResponseMixture response = new ResponseMixture(shares, mean, around);
        return new Prediction(response.mean(), expected, response.uncertainty(level), null, null);
    }

    private double[] classProbabilities(int s) {
        ClassProbabilities of = Objects.requireNonNull(likelihood.classProbabilities(), "classes have shares");
        double[] each = new double[likelihood.outcomeCount()];
        of.fill(draws.linearPredictors(s), each);
        return each;
    }

    private Prediction predictClasses() {
        double[][] each = new double[shares.length][];
        double[] probability = new double[likelihood.outcomeCount()];
        for (int s = 0; s < each.length; s++) {
            each[s] = classProbabilities(s);
            for (int c = 0; c < probability.length; c++) {
                probability[c] += shares[s] * each[s][c];
            }
        }
        int best = Prediction.indexOfLargest(probability);
        Uncertainty likeliest =
                uncertainty(Arrays.stream(each).mapToDouble(of -> of[best]).toArray());
        if (likelihood.classCount() > 0) {
            return new Prediction(best, null, null, probability, likeliest);
        }
        Uncertainty ofOne =
                uncertainty(Arrays.stream(each).mapToDouble(of -> of[1]).toArray());
        return new Prediction(probability[1], ofOne, null, probability, likeliest);
    }

    private Prediction predictCount() {
        double[] eta = new double[shares.length];
        Arrays.setAll(eta, s -> draws.linearPredictors(s)[0]);
        double[] mean = Arrays.stream(eta).map(Math::exp).toArray();
        List<DispersionPosterior> scales =
                new ArrayList<>(Collections.nCopies(shares.length, new DispersionPosterior.Known(1)));
        MixtureQuantile quantile =
                new MixtureQuantile(Objects.requireNonNull(likelihood.responseLaw(), "numbers have a law"), scales);
        double[] none = new double[shares.length];
        DoubleUnaryOperator ends = quantile.of(shares, eta, none);
        double tail = 0.5 * (1 - level);
        Uncertainty response = new Uncertainty(
                Math.sqrt(MixtureQuantile.variance(shares, mean, mean)),
                ends.applyAsDouble(tail),
                ends.applyAsDouble(1 - tail));
        return new Prediction(MixtureQuantile.mean(shares, mean), uncertainty(mean), response, null, null);
    }

    /** Standard deviation and interval of a number with one value for each draw. */
    private Uncertainty uncertainty(double[] values) {
        return Uncertainty.of(values, shares, level);
    }

    /**
     * Mixture of normals as the distribution of a response.
     *
     * @param weights weights of the normals, which sum to 1
     * @param means means of the normals
     * @param variances variances of the normals
     */
    record ResponseMixture(double[] weights, double[] means, double[] variances) {

        double mean() {
            return MixtureQuantile.mean(weights, means);
        }

        double sd() {
            return Math.sqrt(MixtureQuantile.variance(weights, means, variances));
        }

        /** Standard deviation and central interval of a given probability. */
        Uncertainty uncertainty(double level) {
            double tail = 0.5 * (1 - level);
            return new Uncertainty(sd(), quantile(tail), quantile(1 - tail));
        }

        double quantile(double p) {
            double size = sd();
            double[] root = Arrays.stream(variances).map(Math::sqrt).toArray();
            double guess = mean() + NormalTail.quantile(p) * size;
            return PredictiveQuantile.solve(
                    t -> {
                        double sum = 0;
                        for (int s = 0; s < weights.length; s++) {
                            sum += weights[s] * NormalTail.cdf((t - means[s]) / root[s]);
                        }
                        return sum;
                    },
                    p,
                    guess,
                    Math.max(size, Double.MIN_NORMAL));
        }

        /** Log density of one normal. */
        static double logDensity(double y, double mean, double variance) {
            double apart = y - mean;
            return -NormalTail.HALF_LOG_2_PI - 0.5 * (Math.log(variance) + apart * apart / variance);
        }
    }
}
