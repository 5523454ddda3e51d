package io.credence.fit;

import java.util.Arrays;

/**
 * The numbers by which iterates are watched: means and log standard deviations of up to 500 evenly spaced parameters, and the
 * same of a dispersion's factor.
 */
final class WatchedNumbers {

    private static final int MOST = 500;

    private final int dimension;
    private final int watched;

    WatchedNumbers(int dimension) {
        this.dimension = dimension;
        this.watched = Math.min(dimension, MOST);
    }

    private int index(int i) {
        return (int) ((long) i * dimension / watched);
    }

    /** Means, then log standard deviations, last the bound. */
    double[] of(Position position, double bound) {
        double[] dispersion = position.scale().watched();
        int all = watched + dispersion.length / 2;
        double[] numbers = new double[2 * all + 1];
        numbers[2 * all] = bound;
        double[] sd = position.posterior().sd();
        double[] mean = position.posterior().mean();
        for (int i = 0; i < watched; i++) {
            numbers[i] = mean[index(i)];
            numbers[all + i] = Math.log(sd[index(i)]);
        }
        if (dispersion.length > 0) {
            numbers[watched] = dispersion[0];
            numbers[all + watched] = dispersion[1];
        }
        return numbers;
    }

    /** The numbers without the bound, those of means divided by the posterior's standard deviations. */
    static double[] inStandardDeviations(double[] numbers, double[] at) {
        int half = numbers.length / 2;
        double[] scaled = Arrays.copyOf(numbers, 2 * half);
        for (int i = 0; i < half; i++) {
            scaled[i] /= Math.exp(at[half + i]);
        }
        return scaled;
    }

    /** That share of a posterior standard deviation for each mean, and the share itself for log standard deviations. */
    static double[] standardDeviations(double[] numbers, double share) {
        int half = numbers.length / 2;
        double[] sds = new double[2 * half];
        for (int i = 0; i < half; i++) {
            sds[i] = share * Math.exp(numbers[half + i]);
            sds[half + i] = share;
        }
        return sds;
    }
}
