package io.credence.network.result;

import io.credence.likelihood.LogFactorial;
import io.credence.network.dense.GaussianNoiseLoss;
import java.util.Arrays;

/**
 * Log scores of labels predicted without features. Each is predicted from the others and one more that represents all
 * rows, so that few labels, or equal ones, do not make it perfect.
 */
final class BaselineScores {

    private BaselineScores() {}

    /**
     * Mean log density of each label under the normal of the others. Labels have mean 0 and standard deviation 1 over
     * all rows.
     */
    static double normalLogScore(double[] labels) {
        double sum = Arrays.stream(labels).sum();
        double square = Arrays.stream(labels).map(y -> y * y).sum();
        return Arrays.stream(labels)
                .map(y -> {
                    double mean = (sum - y) / labels.length;
                    double variance = (square - y * y + 1) / labels.length - mean * mean;
                    return -0.5
                            * (GaussianNoiseLoss.LOG_TWO_PI + Math.log(variance) + (y - mean) * (y - mean) / variance);
                })
                .average()
                .orElseThrow();
    }

    /** Mean log probability of classes under the shares of the other labels and one more label of each class. */
    static double classLogScore(double[] labels, int classes) {
        double[] counts = new double[classes];
        for (double y : labels) {
            counts[(int) y]++;
        }
        return Arrays.stream(labels)
                .map(y -> Math.log(counts[(int) y] / (labels.length - 1.0 + classes)))
                .average()
                .orElseThrow();
    }

    /** Mean log probability of counts under the Poisson law with the mean of the others and half a count. */
    static double countLogScore(double[] labels) {
        double sum = Arrays.stream(labels).sum();
        return Arrays.stream(labels)
                .map(y -> {
                    double mean = (sum - y + 0.5) / labels.length;
                    return y * Math.log(mean) - mean - LogFactorial.of(y);
                })
                .average()
                .orElseThrow();
    }
}
