package io.credence.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Draws of several Markov chains of one distribution.
 *
 * @param draws chain × draw × coordinate
 */
public record Chains(double[][][] draws) {

    /**
     * Estimate of an expectation by Markov chains, with its precision.
     *
     * @param mean estimate
     * @param sd standard deviation of the function under the distribution
     * @param rHat split R̂ (Gelman et al. 2013); near 1 where the chains agree
     * @param effectiveDraws number of independent draws of the same precision
     */
    public record Estimate(double mean, double sd, double rHat, double effectiveDraws) {
        /** Monte Carlo standard error of the mean. */
        public double mcse() {
            return sd / Math.sqrt(effectiveDraws);
        }
    }

    public Chains {
        if (draws.length < 2 || draws[0].length < 4) {
            throw new IllegalArgumentException("at least 2 chains of 4 draws are required");
        }
    }

    /** Number of coordinates. */
    public int dimension() {
        return draws[0][0].length;
    }

    /** Estimates the mean of coordinate {@code j}. */
    public Estimate mean(int j) {
        return expectation(draw -> draw[j]);
    }

    /**
     * Estimates the variance of coordinate {@code j}, as the expectation of the squared deviation from the mean of all
     * draws.
     */
    public Estimate variance(int j) {
        double mean = mean(j).mean();
        return expectation(draw -> (draw[j] - mean) * (draw[j] - mean));
    }

    /**
     * Estimates the covariance of coordinates {@code i} and {@code j}, as the expectation of the product of their
     * deviations from the means of all draws.
     */
    public Estimate covariance(int i, int j) {
        double first = mean(i).mean();
        double second = mean(j).mean();
        return expectation(draw -> (draw[i] - first) * (draw[j] - second));
    }

    /** Largest split R̂ of all coordinates. */
    public double largestRHat() {
        double largest = 1;
        for (int j = 0; j < dimension(); j++) {
            largest = Math.max(largest, mean(j).rHat());
        }
        return largest;
    }

    /** Smallest number of effective draws over all coordinates and their squared deviations. */
    public double fewestEffectiveDraws() {
        double fewest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < dimension(); j++) {
            fewest = Math.min(
                    fewest, Math.min(mean(j).effectiveDraws(), variance(j).effectiveDraws()));
        }
        return fewest;
    }

    /**
     * Estimates the expectation of a function of a draw. Effective draws follow Vehtari et al. (2021): autocorrelations
     * of split chains combined as in R̂, summed in pairs until a pair is negative, no pair larger than the one before.
     */
    public Estimate expectation(ToDoubleFunction<double[]> function) {
        List<double[]> halves = new ArrayList<>();
        for (double[][] chain : draws) {
            double[] values = Arrays.stream(chain).mapToDouble(function).toArray();
            int half = values.length / 2;
            halves.add(Arrays.copyOf(values, half));
            halves.add(Arrays.copyOfRange(values, values.length - half, values.length));
        }
        int n = halves.get(0).length;
        double[] means = halves.stream().mapToDouble(MonteCarlo::mean).toArray();
        double within = 0;
        for (int c = 0; c < means.length; c++) {
            within += autocovariance(halves.get(c), means[c], 0) * n / (n - 1.0) / means.length;
            subtract(halves.get(c), means[c]);
        }
        double squaredError = MonteCarlo.standardError(means);
        double between = squaredError * squaredError * means.length;
        double total = (n - 1.0) / n * within + between;
        double effective = (double) n * means.length / time(halves, within, total);
        return new Estimate(MonteCarlo.mean(means), Math.sqrt(total), Math.sqrt(total / within), effective);
    }

    /** Integrated autocorrelation time: number of draws that have the precision of an independent one. */
    private static double time(List<double[]> centred, double within, double total) {
        int n = centred.get(0).length;
        double time = -1;
        double previous = Double.POSITIVE_INFINITY;
        for (int lag = 0; lag + 1 < n; lag += 2) {
            double pair = correlation(centred, lag, within, total) + correlation(centred, lag + 1, within, total);
            if (!(pair > 0)) {
                break;
            }
            previous = Math.min(previous, pair);
            time += 2 * previous;
        }
        return Math.max(time, 1 / Math.log10((double) n * centred.size()));
    }

    private static double correlation(List<double[]> centred, int lag, double within, double total) {
        if (lag == 0) {
            return 1;
        }
        double covariance = 0;
        for (double[] chain : centred) {
            covariance += autocovariance(chain, 0, lag) / centred.size();
        }
        return 1 - (within - covariance) / total;
    }

    private static double autocovariance(double[] values, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < values.length; i++) {
            sum += (values[i] - mean) * (values[i - lag] - mean);
        }
        return sum / values.length;
    }

    private static void subtract(double[] values, double mean) {
        for (int i = 0; i < values.length; i++) {
            values[i] -= mean;
        }
    }
}
