package io.credence.summary;

import io.credence.family.PosteriorDraws;
import io.credence.linalg.Vectors;
import io.credence.random.RandomUse;
import io.credence.statistics.WeightedSample;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Values of functions of a posterior's parameters at weighted draws. */
final class DrawnNumbers {

    private final double[] weights;
    private final double[][] values;

    private DrawnNumbers(double[] weights, double[][] values) {
        this.weights = weights;
        this.values = values;
    }

    /**
     * Values of {@code function} at 10,000 draws of the coefficients. The same seed gives the same draws.
     *
     * @param count number of values that the function returns
     */
    static DrawnNumbers of(Coefficients coefficients, int count, UnaryOperator<double[]> function, long seed) {
        int draws = CoefficientMoments.DRAWS;
        DrawnNumbers drawn = new DrawnNumbers(new double[draws], new double[count][draws]);
        int[] at = new int[1];
        new PosteriorDraws(coefficients.posterior(), draws, seed, RandomUse.REPORTED_MOMENTS.firstAddressWord())
                .forEach((weight, theta) -> {
                    double[] numbers = function.apply(coefficients.coefficientsAt(theta));
                    drawn.weights[at[0]] = weight;
                    for (int k = 0; k < count; k++) {
                        drawn.values[k][at[0]] = numbers[k];
                    }
                    at[0]++;
                });
        return drawn;
    }

    /**
     * Wraps values that were computed at given draws.
     *
     * @param values k-th number at draw s in {@code values[k][s]}
     */
    static DrawnNumbers of(double[][] values, double[] weights) {
        return new DrawnNumbers(weights, values);
    }

    double mean(int k) {
        double mean = 0;
        for (int s = 0; s < weights.length; s++) {
            mean += weights[s] * values[k][s];
        }
        return mean;
    }

    double sd(int k) {
        double mean = mean(k);
        double variance = 0;
        for (int s = 0; s < weights.length; s++) {
            variance += weights[s] * (values[k][s] - mean) * (values[k][s] - mean);
        }
        return Math.sqrt(variance);
    }

    /**
     * Share of the weight of draws at which a number is above 0. It is exactly 1 if the number is above 0 at all draws.
     */
    double positiveProbability(int k) {
        double sum = 0;
        double all = 0;
        for (int s = 0; s < weights.length; s++) {
            sum += values[k][s] > 0 ? weights[s] : 0;
            all += weights[s];
        }
        return sum / all;
    }

    /**
     * Weighted quantiles of a number, interpolated between draws. The level of a draw is the total weight of the draws
     * below it plus half its own.
     */
    double[] quantiles(int k, double... levels) {
        return SortedDraws.of(values[k]).quantiles(weights, levels);
    }

    /**
     * Sorted draws of a number, kept for quantiles under several sets of weights, since sorting takes longest.
     *
     * @param sorted draws in ascending order
     * @param order index of each of them among the draws
     */
    record SortedDraws(double[] sorted, int[] order) {

        static SortedDraws of(double[] values) {
            int[] order = Vectors.sortedIndices(values.length, s -> values[s]);
            double[] sorted = new double[order.length];
            Arrays.setAll(sorted, i -> values[order[i]]);
            return new SortedDraws(sorted, order);
        }

        /**
         * Quantiles under given weights of the draws, interpolated between draws. The level of a draw is the total
         * weight of the draws below it plus half its own.
         */
        double[] quantiles(double[] weights, double... levels) {
            double[] own = new double[order.length];
            Arrays.setAll(own, i -> weights[order[i]]);
            WeightedSample sample = new WeightedSample(sorted, own);
            return Arrays.stream(levels).map(sample::quantile).toArray();
        }
    }
}
