package io.credence.fit.regression;

import io.credence.fit.WhitenedFrame;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Estimates of gradient and curvature at a Gaussian q from a history of draws, in the units of q. The slope is
 * regressed on the draws, or is the average of the second derivatives at them.
 *
 * @param ascent mean gradient b
 * @param slope expected second derivatives K, d × d; −I at the optimum
 * @param errors Monte-Carlo errors of the Gaussian that follows
 * @param noise variance of b, summed over its entries
 * @param doubt contradiction between gradients and second derivatives beyond their noise, as the largest change of
 *     a log standard deviation; 0 with a regression
 * @param predictionError root mean square of the difference between the newest gradients and their prediction from
 *     earlier draws
 * @param scores score of each ridge: the sum of logarithms of its errors in predicting newest gradients
 */
record RegressionEstimate(
        double[] ascent,
        double[] slope,
        MonteCarloErrors errors,
        double noise,
        double doubt,
        double predictionError,
        double[] scores) {

    /** Ridges from which one is chosen by its score, in draws per parameter. */
    static final double[] RIDGES = {1e-6, 0.01, 0.25, 1, 4, 16};

    /**
     * Index of the ridge used before any is scored. With the largest, the eight schools take 254 passes instead of 154.
     */
    private static final int FIRST_RIDGE = 4;
    /** Number of standard errors by which gradients must contradict second derivatives to replace them. */
    private static final double ERRORS_OF_CONTRADICTION = 4.5;

    /** Smallest weight of a draw in the estimate of the slope, which changes more slowly than q moves. */
    static final double LIGHTEST = 1e-3;

    /**
     * The estimate at q from a history of draws.
     *
     * @param known estimates from earlier passes, and the draws
     * @param fresh whether the history's last batch is new and has an older one to be predicted from
     */
    static RegressionEstimate at(WhitenedFrame q, RegressionState.CurvatureEstimates known, boolean fresh) {
        return known.usesHessians() ? ofCurvature(q, known) : ofRegression(q, known, fresh);
    }

    private static RegressionEstimate ofCurvature(WhitenedFrame q, RegressionState.CurvatureEstimates known) {
        int d = q.q().dimension();
        int n = known.history().count();
        ReweightedDraws observed = ReweightedDraws.of(q, known.history());
        double[] z = observed.whitenedDeviations();
        double[] r = observed.whitenedGradients();
        double[] near = observed.importanceWeights();
        CurvatureAverage average = CurvatureAverage.of(known.history(), near);
        double[] slope = q.curvature(average.hessian());
        double[] left = residuals(q.kernel(), z, r, slope, n, d);
        double[] variance = pairedVariance(left, near, d);
        double[] terms = sdTerms(q, observed.deviations(), left, near);
        double[] contradicted = mean(terms, near, d);
        double[] noise = pairedVariance(terms, near, d);
        double doubt = 0;
        for (int j = 0; j < d; j++) {
            doubt = Math.max(doubt, Math.abs(contradicted[j]) - ERRORS_OF_CONTRADICTION * Math.sqrt(noise[j]));
        }
        return new RegressionEstimate(
                mean(left, near, d),
                slope,
                new MonteCarloErrors(meanErrors(q, variance), average.sdErrors(q), 0),
                Arrays.stream(variance).sum(),
                doubt,
                rootMeanSquare(left, observed.olderCount() * d),
                known.scores());
    }

    private static RegressionEstimate ofRegression(
            WhitenedFrame q, RegressionState.CurvatureEstimates known, boolean fresh) {
        int d = q.q().dimension();
        int n = known.history().count();
        ReweightedDraws observed = ReweightedDraws.of(q, known.history());
        double[] z = observed.whitenedDeviations();
        double[] r = observed.whitenedGradients();
        double[] near = observed.importanceWeights();
        double[] wide = Arrays.stream(near).map(w -> Math.max(w, LIGHTEST)).toArray();
        double[] reference = q.curvature(known.reference());
        double[] scored = fresh
                ? scores(q.kernel(), z, r, wide, observed.olderCount(), reference, d, known.scores())
                : known.scores();
        double[] slope = new GradientRegression(q.kernel(), z, r, wide, n, reference, d).slope(ridge(scored));
        double[] left = residuals(q.kernel(), z, r, slope, n, d);
        double[] ascent = mean(left, near, d);
        double effective = effectiveDraws(near);
        double[] old = residuals(q.kernel(), z, r, q.curvature(known.hessian()), n, d);
        double[] variance = pairedVariance(old, near, d);
        MonteCarloErrors errors = new MonteCarloErrors(
                meanErrors(q, variance),
                sdErrors(q, observed.deviations(), old, near, effective),
                meanSquareDeviation(left, ascent, near, d) * d / Math.max(effective, 1));
        return new RegressionEstimate(
                ascent,
                slope,
                errors,
                Arrays.stream(variance).sum(),
                0,
                rootMeanSquare(old, observed.olderCount() * d),
                scored);
    }

    private static double ridge(double[] scores) {
        int best = FIRST_RIDGE;
        for (int k = 0; k < scores.length; k++) {
            best = scores[k] < scores[best] ? k : best;
        }
        return RIDGES[best];
    }

    /** Scores of the ridges after each predicts the newest gradients from the older ones. */
    private static double[] scores(
            DenseKernel kernel,
            double[] z,
            double[] r,
            double[] weights,
            int older,
            double[] known,
            int d,
            double[] scores) {
        GradientRegression past = new GradientRegression(kernel, z, r, weights, older, known, d);
        double[] newZ = Arrays.copyOfRange(z, older * d, z.length);
        double[] newR = Arrays.copyOfRange(r, older * d, r.length);
        double[] even = new double[newZ.length / d];
        Arrays.fill(even, 1);
        double[] next = new double[RIDGES.length];
        for (int k = 0; k < next.length; k++) {
            double[] left = residuals(kernel, newZ, newR, past.slope(RIDGES[k]), even.length, d);
            double error = meanSquareDeviation(left, mean(left, even, d), even, d);
            next[k] = scores[k] + Math.log(Math.max(error, Double.MIN_NORMAL));
        }
        return next;
    }

    private static double[] residuals(DenseKernel kernel, double[] z, double[] r, double[] slope, int n, int d) {
        return Vectors.difference(r, Products.times(kernel, z, n, d, slope, d));
    }

    private static double[] mean(double[] rows, double[] weights, int d) {
        double[] mean = new double[d];
        double total = 0;
        for (int s = 0; s < weights.length; s++) {
            total += weights[s];
            for (int j = 0; j < d; j++) {
                mean[j] += weights[s] * rows[s * d + j];
            }
        }
        for (int j = 0; j < d; j++) {
            mean[j] /= total;
        }
        return mean;
    }

    /** Weighted mean square deviation over all entries. */
    private static double meanSquareDeviation(double[] rows, double[] mean, double[] weights, int d) {
        double squares = 0;
        double total = 0;
        for (int s = 0; s < weights.length; s++) {
            total += weights[s];
            for (int j = 0; j < d; j++) {
                double deviation = rows[s * d + j] - mean[j];
                squares += weights[s] * deviation * deviation;
            }
        }
        return squares / total / d;
    }

    private static double effectiveDraws(double[] weights) {
        double sum = 0;
        double squares = 0;
        for (double w : weights) {
            sum += w;
            squares += w * w;
        }
        return sum * sum / squares;
    }

    /** Variance of the weighted mean of each entry, from pairs of opposite draws. */
    private static double[] pairedVariance(double[] rows, double[] weights, int d) {
        int pairs = weights.length / 2;
        double[] paired = new double[pairs * d];
        double[] first = new double[pairs];
        double total = 0;
        for (int p = 0; p < pairs; p++) {
            first[p] = weights[2 * p];
            total += first[p];
            for (int j = 0; j < d; j++) {
                paired[p * d + j] = 0.5 * (rows[2 * p * d + j] + rows[(2 * p + 1) * d + j]);
            }
        }
        double[] mean = mean(paired, first, d);
        double[] variance = new double[d];
        double few = 1 + 2.0 / Math.max(pairs - 1, 1);
        for (int p = 0; p < pairs; p++) {
            for (int j = 0; j < d; j++) {
                double deviation = first[p] / total * (paired[p * d + j] - mean[j]);
                variance[j] += few * deviation * deviation;
            }
        }
        return variance;
    }

    /**
     * Errors of the means in standard deviations, √(Σ_k L_jk² v_k) over √(Σ_k L_jk²). Here L = C⁻ᵀ and v is the
     * variance of the gradient's entries.
     */
    private static double[] meanErrors(WhitenedFrame q, double[] variance) {
        int d = variance.length;
        double[] errors = new double[d];
        double[] squares = new double[d];
        for (int k = 0; k < d; k++) {
            for (int j = 0; j <= k; j++) {
                double l = q.inverse()[k * d + j];
                errors[j] += l * l * variance[k];
                squares[j] += l * l;
            }
        }
        for (int j = 0; j < d; j++) {
            errors[j] = Math.sqrt(errors[j] / squares[j]);
        }
        return errors;
    }

    /**
     * Errors of the log standard deviations: standard errors of the means of ½ δ_j (L r)_j / σ_j². Such a term is half
     * of what the gradients' curvature adds to a log variance.
     */
    private static double[] sdErrors(
            WhitenedFrame q, double[] deviations, double[] left, double[] weights, double effective) {
        int d = q.q().dimension();
        double[] terms = sdTerms(q, deviations, left, weights);
        double[] middle = mean(terms, weights, d);
        double[] errors = new double[d];
        double total = Arrays.stream(weights).sum();
        for (int at = 0; at < terms.length; at++) {
            double deviation = terms[at] - middle[at % d];
            errors[at % d] += weights[at / d] * deviation * deviation;
        }
        for (int j = 0; j < d; j++) {
            errors[j] = Math.sqrt(errors[j] / total / effective);
        }
        return errors;
    }

    private static double[] sdTerms(WhitenedFrame q, double[] deviations, double[] left, double[] weights) {
        double[] sd = q.q().sd();
        int d = sd.length;
        double[] centred = left.clone();
        double[] mean = mean(left, weights, d);
        for (int at = 0; at < centred.length; at++) {
            centred[at] -= mean[at % d];
        }
        double[] terms = q.toParameters(centred);
        for (int at = 0; at < terms.length; at++) {
            terms[at] *= 0.5 * deviations[at] / (sd[at % d] * sd[at % d]);
        }
        return terms;
    }

    private static double rootMeanSquare(double[] values, int from) {
        double squares = 0;
        for (int at = from; at < values.length; at++) {
            squares += values[at] * values[at];
        }
        return Math.sqrt(squares / (values.length - from));
    }

    /**
     * Monte-Carlo errors of the next Gaussian.
     *
     * @param means errors of the means, in posterior standard deviations
     * @param sds errors of the log standard deviations
     * @param inflation share that the slope's noise adds to variances: mean square of the regression's residuals, times
     *     parameters over draws; 0 with second derivatives
     */
    record MonteCarloErrors(double[] means, double[] sds, double inflation) {

        /** Largest Monte-Carlo error of a mean or log standard deviation. */
        double largest() {
            return Math.max(largest(means), largest(sds));
        }

        /** Whether noise would delay the answer if {@code more} draws were added to the present ones. */
        boolean isTooNoisy(double error, int draws, int more) {
            double share = Math.sqrt((double) draws / (draws + more));
            return largest(means) * share > error
                    || inflation * share * share > error
                    || largest(Arrays.stream(sds).filter(Double::isFinite).toArray()) * share > error;
        }

        /** Whether all errors are below the given one. */
        boolean isWithin(double error) {
            return largest() < error && inflation < error;
        }

        private static double largest(double[] values) {
            return Arrays.stream(values).max().orElse(0);
        }
    }

    /**
     * History of draws reweighted to a Gaussian q.
     *
     * @param deviations deviations of the draws from q's mean
     * @param whitenedDeviations deviations in the units of q
     * @param whitenedGradients gradients in the units of q
     * @param importanceWeights importance weights under q, capped
     * @param olderCount number of draws before those of the newest pass
     */
    record ReweightedDraws(
            double[] deviations,
            double[] whitenedDeviations,
            double[] whitenedGradients,
            double[] importanceWeights,
            int olderCount) {

        /** Largest log weight of a draw, relative to that of a draw of q. */
        private static final double HEAVIEST = 1;

        static ReweightedDraws of(WhitenedFrame q, RecentDraws history) {
            double[] deviations = q.deviations(history.points());
            double[] z = q.points(deviations);
            int newest = history.batches().get(history.batches().size() - 1).count();
            return new ReweightedDraws(
                    deviations, z, q.gradients(history.gradients()), weights(q, history, z), history.count() - newest);
        }

        private static double[] weights(WhitenedFrame q, RecentDraws history, double[] z) {
            double[] weights = history.negativeLogDensities();
            int d = q.q().dimension();
            double half = 0.5 * q.q().logDeterminantPrecision();
            for (int s = 0; s < weights.length; s++) {
                double squares = 0;
                for (int j = s * d; j < (s + 1) * d; j++) {
                    squares += z[j] * z[j];
                }
                weights[s] = Math.exp(Math.min(weights[s] - 0.5 * squares + half, HEAVIEST));
            }
            return weights;
        }
    }
}
