package io.credence.effect;

import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Triangular;
import io.credence.predict.MixedScoring.LevelEffects;
import io.credence.predict.MixedScoring.LevelMoments;
import io.credence.predict.RowFactorLevels;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws of the varying effects of levels, given draws of the fixed coefficients. Given these, effects are normal, by
 * the covariances of both, and independent between levels. A level that was not in the fit has effects drawn from the
 * population of levels, the same ones in all its rows.
 *
 * @param levelEffects posteriors of the varying effects, with their moments
 * @param inverseFactor inverse C⁻¹ of the Cholesky factor of the coefficients' covariance CCᵀ, p × p
 * @param standardisedCoefficients standardised coefficients C⁻¹(β − E β), draws × p
 * @param seed seed of the effects
 */
public record LevelDraws(
        List<LevelEffects> levelEffects, double[] inverseFactor, double[][] standardisedCoefficients, long seed)
        implements Serializable {

    public LevelDraws {
        levelEffects = new ArrayList<>(levelEffects);
    }

    /**
     * Creates draws of varying effects for given draws of the fixed coefficients.
     *
     * @param draws draws of the coefficients, followed by any further numbers
     * @param mean posterior means of the coefficients
     * @param covariance posterior covariance of the coefficients, row-major
     * @throws IllegalArgumentException if the covariance is not positive definite
     */
    public static LevelDraws of(
            List<LevelEffects> factors, double[][] draws, double[] mean, double[] covariance, long seed) {
        int p = mean.length;
        Cholesky factor = covariance.length == p * p ? Cholesky.of(Kernels.named("java"), covariance, p) : null;
        if (factor == null) {
            throw new IllegalArgumentException("effects of levels need the covariance of the coefficients: required a"
                    + " positive definite matrix, found none");
        }
        double[][] standard = new double[draws.length][];
        for (int s = 0; s < draws.length; s++) {
            double[] deviation = new double[p];
            for (int j = 0; j < p; j++) {
                deviation[j] = draws[s][j] - mean[j];
            }
            standard[s] = factor.solveFactor(deviation);
        }
        return new LevelDraws(factors, factor.inverseFactor(), standard, seed);
    }

    EffectSampler createSampler() {
        return new EffectSampler();
    }

    /**
     * Sampler of levels' effects, for one thread. It draws the effects of a level when a row first has it, and caches
     * them.
     */
    final class EffectSampler {

        private final List<Map<Integer, double[]>> known = new ArrayList<>();
        private final double[] shifts = new double[standardisedCoefficients.length];

        private EffectSampler() {
            levelEffects.forEach(factor -> known.add(new HashMap<>()));
        }

        /**
         * Contributions of varying effects to a row's linear predictor, one for each draw. The array is reused for the
         * next row.
         *
         * @param features array with the row's features from index {@code at} on
         * @param levels levels of the row
         */
        double[] predictorShifts(double[] features, int at, RowFactorLevels levels) {
            Arrays.fill(shifts, 0);
            for (int g = 0; g < levelEffects.size(); g++) {
                LevelEffects factor = levelEffects.get(g);
                double[] effects = cachedEffects(g, levels);
                for (int j = 0; j < factor.columnIndices().length; j++) {
                    double x = features[at + factor.columnIndices()[j]];
                    for (int s = 0; x != 0 && s < shifts.length; s++) {
                        shifts[s] += x * effects[j * shifts.length + s];
                    }
                }
            }
            return shifts;
        }

        private double[] cachedEffects(int number, RowFactorLevels of) {
            Map<Integer, double[]> levels = known.get(number);
            int level = of.number(levelEffects.get(number));
            double[] found = levels.get(level);
            if (found == null) {
                if (levels.size() >= PredictorChunk.CAPACITY) {
                    levels.clear();
                }
                found = drawEffects(number, of);
                levels.put(level, found);
            }
            return found;
        }
    }

    /**
     * Draws of the k effects of a level, k × draws.
     *
     * @param number number of the list of effects
     * @param level number of the level; for one that was not in the fit a negative number of its own
     */
    public double[] drawEffects(int number, int level) {
        int[] numbers = new int[levelEffects.get(number).factorIndex() + 1];
        Arrays.fill(numbers, level);
        return drawEffects(number, RowFactorLevels.of(numbers));
    }

    /** Draws of the k effects of a row's level, k × draws. */
    double[] drawEffects(int number, RowFactorLevels levels) {
        LevelEffects factor = levelEffects.get(number);
        int level = levels.number(factor);
        int k = factor.columnIndices().length;
        int count = standardisedCoefficients.length;
        double[] effects = new double[k * count];
        double[] rest = factor.newLevelCovariance();
        if (level >= 0) {
            LevelMoments moments = levels.momentsOf(factor, number);
            int at = levels.indexOf(factor, number);
            double[] slopes = slopes(moments, at, k);
            rest = conditionalCovariance(moments, at, slopes, k);
            for (int j = 0; j < k; j++) {
                for (int s = 0; s < count; s++) {
                    effects[j * count + s] = moments.mean()[at * k + j] + dot(slopes, j, standardisedCoefficients[s]);
                }
            }
        }
        double[] root = covarianceRoot(rest, k);
        double[] normals = AddressedRandom.sequenceAfter(
                        seed, RandomUse.AVERAGED_LEVELS.firstAddressWord(), number, level)
                .normals(k * count);
        for (int j = 0; j < k; j++) {
            for (int i = 0; i <= j; i++) {
                for (int s = 0; s < count; s++) {
                    effects[j * count + s] += root[j * k + i] * normals[i * count + s];
                }
            }
        }
        return effects;
    }

    /**
     * Regression slopes of a level's effects on the standardised coefficients, k × p. They are the cross covariance
     * times C⁻ᵀ.
     */
    private double[] slopes(LevelMoments moments, int level, int k) {
        int p = standardisedCoefficients[0].length;
        double[] slopes = new double[k * p];
        for (int j = 0; j < k; j++) {
            Triangular.multiply(inverseFactor, p, moments.crossCovariance(), (level * k + j) * p, 1, 1, slopes, j * p);
        }
        return slopes;
    }

    private static double dot(double[] slopes, int row, double[] x) {
        double sum = 0;
        for (int a = 0; a < x.length; a++) {
            sum += slopes[row * x.length + a] * x[a];
        }
        return sum;
    }

    /** Conditional covariance of a level's effects given the coefficients, k × k. */
    private static double[] conditionalCovariance(LevelMoments moments, int level, double[] slopes, int k) {
        int p = slopes.length / k;
        double[] rest = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                double sum = moments.covariance()[(level * k + i) * k + j];
                for (int a = 0; a < p; a++) {
                    sum -= slopes[i * p + a] * slopes[j * p + a];
                }
                rest[i * k + j] = sum;
            }
        }
        return rest;
    }

    /**
     * Lower Cholesky factor of a covariance. Where rounding left that indefinite, it is the square root of the
     * diagonal.
     */
    private static double[] covarianceRoot(double[] covariance, int k) {
        DenseKernel kernel = Kernels.named("java");
        Cholesky factor = Cholesky.of(kernel, covariance, k);
        double[] root = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j <= i; j++) {
                root[i * k + j] = factor != null
                        ? factor.factor()[i * k + j]
                        : i == j ? Math.sqrt(Math.max(0, covariance[i * k + i])) : 0;
            }
        }
        return root;
    }
}
