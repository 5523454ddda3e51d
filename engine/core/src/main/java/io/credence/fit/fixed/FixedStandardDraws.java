package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.EstimatorPlan;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Standard normal draws ε that stay the same from one pass to the next. They are eight Sobol sets, each shifted at
 * random, so that their differences estimate the error.
 */
final class FixedStandardDraws {

    /** Number of shifted sets. */
    static final int UNITS = 8;

    /** Smallest number of draws of a set, per dimension, for standardising the set to the covariance I. */
    static final int ENOUGH = 4;

    private final long seed;
    /** Cache of the draws; they are determined by the seed and are not stored in checkpoints. */
    private final Map<NormalDraws, double[]> kept = new HashMap<>();

    FixedStandardDraws(long seed) {
        this.seed = seed;
    }

    /**
     * Points ε for every stratum, mirrored in each set, with the covariance I where there are enough of them.
     *
     * @param count a multiple of 16
     */
    double[] of(Posterior q, long address, int count) {
        NormalDraws draws = new NormalDraws(seed, address, count / 2, q.noiseDimension(), NormalDraws.Dependence.SOBOL);
        if (kept.values().stream().mapToLong(points -> points.length).sum() > EstimatorPlan.MOST_NUMBERS) {
            kept.clear();
        }
        return kept.computeIfAbsent(draws, of -> {
            double[] all = mirrored(q, of);
            return count / UNITS >= ENOUGH * q.noiseDimension() ? standardised(all, q.noiseDimension()) : all;
        });
    }

    private static double[] mirrored(Posterior q, NormalDraws draws) {
        int length = q.noiseDimension();
        double[] all = new double[2 * draws.count() * length];
        double[] one = new double[length];
        for (int s = 0; s < draws.count(); s++) {
            draws.fill(s, one);
            System.arraycopy(one, 0, all, 2 * s * length, length);
            System.arraycopy(q.mirroredNoise(one), 0, all, (2 * s + 1) * length, length);
        }
        return all;
    }

    /** Points standardised to mean 0 and covariance I in each set, so that averages of quadratics have no error. */
    private static double[] standardised(double[] points, int length) {
        int n = points.length / length / UNITS;
        double[] all = new double[points.length];
        for (int u = 0; u < UNITS; u++) {
            double[] own = Arrays.copyOfRange(points, u * n * length, (u + 1) * n * length);
            double[] mean = new double[length];
            for (int at = 0; at < own.length; at++) {
                mean[at % length] += own[at] / n;
            }
            for (int at = 0; at < own.length; at++) {
                own[at] -= mean[at % length];
            }
            double[] even = Vectors.scaled(1.0 / n, Vectors.ones(n));
            double[] covariance =
                    Products.weightedCrossProduct(JavaDenseKernel.INSTANCE, own, n, length, even, own, length);
            Cholesky root = Objects.requireNonNull(Cholesky.of(JavaDenseKernel.INSTANCE, covariance, length));
            double[] whole =
                    Products.timesTransposed(JavaDenseKernel.INSTANCE, own, n, length, root.inverseFactor(), length);
            System.arraycopy(whole, 0, all, u * n * length, whole.length);
        }
        return all;
    }

    /** Standard error of the mean of a quantity, from its value over each set of draws. */
    static double errorOfMean(double[] ofUnits) {
        double mean = 0;
        for (double x : ofUnits) {
            mean += x / UNITS;
        }
        double squares = 0;
        for (double x : ofUnits) {
            squares += (x - mean) * (x - mean);
        }
        return Math.sqrt(squares / (UNITS - 1) / UNITS);
    }
}
