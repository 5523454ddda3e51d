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
            double left = AddressedRandom.uniform(seed, iteration, s, NormalDraws.STRATUM);
            int stratum = 0;
            while (stratum < weights.length - 1 && left >= weights[stratum]) {
                left -= weights[stratum++];
            }
            draws[s] = posterior.draw(stratum, epsilon);
        }
        return draws;
    }

    private static double[] weights(Posterior posterior) {
        return IntStream.range(0, posterior.stratumCount())
                .mapToDouble(posterior::weight)
                .toArray();
    }
}
