package io.credence.fit.regression;

import io.credence.fit.WhitenedFrame;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import java.util.Arrays;
import java.util.List;

/**
 * Average of the second derivatives over a history of draws, with averages over a few replicates, each of a part of its
 * passes. The spread of the replicates shows the noise of the average.
 *
 * @param replicateAverages average of each replicate, d × d, in the parameters
 * @param weights weights of the replicates, which sum to 1
 */
record CurvatureAverage(List<double[]> replicateAverages, double[] weights) {

    /** Largest number of replicates. A history holds at least as many passes once that many were made. */
    static final int REPLICATES = 4;

    /**
     * The average of a history.
     *
     * @param ofDraws weights of the draws
     */
    static CurvatureAverage of(RecentDraws history, double[] ofDraws) {
        int batches = history.batches().size();
        int count = Math.min(REPLICATES, batches);
        double[] weights = new double[count];
        double[][] replicates = new double[count][];
        for (int b = 0, at = 0; b < batches; b++) {
            RecentDraws.Batch batch = history.batches().get(b);
            double weight = 0;
            for (int end = at + batch.count(); at < end; at++) {
                weight += Math.max(ofDraws[at], RegressionEstimate.LIGHTEST);
            }
            int g = b % count;
            replicates[g] = replicates[g] == null ? new double[batch.hessian().length] : replicates[g];
            weights[g] += weight;
            for (int e = 0; e < replicates[g].length; e++) {
                replicates[g][e] += weight * batch.hessian()[e];
            }
        }
        double total = Arrays.stream(weights).sum();
        for (int g = 0; g < count; g++) {
            for (int e = 0; e < replicates[g].length; e++) {
                replicates[g][e] /= weights[g];
            }
            weights[g] /= total;
        }
        return new CurvatureAverage(List.of(replicates), weights);
    }

    /** The average over all replicates, d × d, in the parameters. */
    double[] hessian() {
        double[] hessian = new double[replicateAverages.get(0).length];
        for (int g = 0; g < weights.length; g++) {
            for (int e = 0; e < hessian.length; e++) {
                hessian[e] += weights[g] * replicateAverages.get(g)[e];
            }
        }
        return hessian;
    }

    /**
     * Monte-Carlo errors of the log standard deviations, ½ (S H S)_jj / S_jj. They are infinite for a single replicate,
     * which shows nothing of its noise.
     */
    double[] sdErrors(WhitenedFrame q) {
        int d = q.q().dimension();
        double[] errors = new double[d];
        if (replicateAverages.size() == 1) {
            Arrays.fill(errors, Double.POSITIVE_INFINITY);
            return errors;
        }
        double[] covariance = q.toParameters(Products.transposed(q.inverse(), d, d));
        double[][] changes = replicateAverages.stream()
                .map(replicate -> changes(q.kernel(), covariance, replicate, d))
                .toArray(double[][]::new);
        double few =
                (1 + 2.0 / (replicateAverages.size() - 1)) * replicateAverages.size() / (replicateAverages.size() - 1);
        for (int j = 0; j < d; j++) {
            double mean = 0;
            for (int g = 0; g < weights.length; g++) {
                mean += weights[g] * changes[g][j];
            }
            double variance = 0;
            for (int g = 0; g < weights.length; g++) {
                double deviation = weights[g] * (changes[g][j] - mean);
                variance += few * deviation * deviation;
            }
            errors[j] = Math.sqrt(variance);
        }
        return errors;
    }

    private static double[] changes(DenseKernel kernel, double[] covariance, double[] hessian, int d) {
        double[] bent = Products.times(kernel, covariance, d, d, hessian, d);
        double[] changes = new double[d];
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                changes[j] += 0.5 * bent[j * d + k] * covariance[j * d + k] / covariance[j * d + j];
            }
        }
        return changes;
    }
}
