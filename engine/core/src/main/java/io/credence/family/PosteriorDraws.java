package io.credence.family;

import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import java.util.stream.IntStream;

/**
 * Draws of a posterior, in antithetic pairs, the strata taking turns. They are addressed: the same for the same seed.
 *
 * @param posterior posterior that is drawn from
 * @param count number of draws, even
 * @param seed seed of the fit
 * @param address address of the draws, a number that no iteration of the fit has
 */
public record PosteriorDraws(Posterior posterior, int count, long seed, long address) {

    /** Consumer of one draw after the other. */
    @FunctionalInterface
    public interface Consumer {

        /**
         * Takes a draw.
         *
         * @param weight weight of the draw; all weights sum to 1
         * @param theta draw, an array that the consumer may keep
         */
        void take(double weight, double[] theta);
    }

    /** Passes all draws to a consumer, in order. */
    public void forEach(Consumer consumer) {
        int strata = posterior.stratumCount();
        NormalDraws standard =
                new NormalDraws(seed, address, count, posterior.noiseDimension(), NormalDraws.Dependence.ANTITHETIC);
        double total = 0;
        double[] weights = weights(posterior);
        for (int s = 0; s < count; s++) {
            total += weights[s / 2 % strata];
        }
        double[] epsilon = new double[posterior.noiseDimension()];
        for (int s = 0; s < count; s++) {
            standard.fill(s, epsilon);
            int stratum = s / 2 % strata;
            consumer.take(weights[stratum] / total, posterior.draw(stratum, epsilon));
        }
    }

    /**
     * Draws of equal weight, each independent of the others. The stratum of each is drawn with its probability.
     *
     * @param count number of draws
     * @param seed seed of the fit
     * @param iteration address of the draws, a number that no iteration of the fit has
     */
    public static double[][] sample(Posterior posterior, int count, long seed, long iteration) {
        NormalDraws.Dependence kind = NormalDraws.Dependence.INDEPENDENT;
        NormalDraws standard = new NormalDraws(
                seed, iteration, NormalDraws.roundedUpCount(kind, count), posterior.noiseDimension(), kind);
        double[] epsilon = new double[posterior.noiseDimension()];
        double[] weights = weights(posterior);
        double[][] draws = new double[count][];
        for (int s = 0; s < count; s++) {
            standard.fill(s, epsilon);
            draws[s] = posterior.draw(stratum(weights, seed, iteration, s), epsilon);
        }
        return draws;
    }

    /**
     * Stratum of a draw of {@link #sample}, drawn with its probability.
     *
     * @param weights probabilities of the strata
     * @param draw number of the draw
     */
    public static int stratum(double[] weights, long seed, long iteration, int draw) {
        return indexAt(weights, AddressedRandom.uniform(seed, iteration, draw, NormalDraws.STRATUM));
    }

    /** Index at which the cumulated weights first exceed a share of their sum 1. */
    public static int indexAt(double[] weights, double share) {
        double left = share;
        int index = 0;
        while (index < weights.length - 1 && left >= weights[index]) {
            left -= weights[index++];
        }
        return index;
    }

    /** Probabilities of the strata of a posterior. */
    public static double[] weights(Posterior posterior) {
        return IntStream.range(0, posterior.stratumCount())
                .mapToDouble(posterior::weight)
                .toArray();
    }
}
