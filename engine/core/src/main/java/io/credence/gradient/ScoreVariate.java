package io.credence.gradient;

import io.credence.family.FisherInformation;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Control variate of the score-function estimator of an exponential family. It is subtracted from the values at draws
 * before they multiply the scores z = ∇_λ log q, and fitted on other draws, which keeps the estimate unbiased.
 */
public enum ScoreVariate {
    /** No control variate. */
    NONE {
        @Override
        FittedVariate fit(double[][] scores, double[] values, double[] units, FisherInformation information) {
            return new FittedVariate(new double[0], new double[units.length], new double[units.length]);
        }
    },
    /**
     * One constant for each element of the score, Cov(z f, z)/Var z (Magris, Shabani and Iosifidis 2022, equation 15).
     */
    CONSTANT {
        @Override
        FittedVariate fit(double[][] scores, double[] values, double[] units, FisherInformation information) {
            double[] constants = new double[units.length];
            for (int i = 0; i < constants.length; i++) {
                constants[i] = fitConstant(scores, values, i);
            }
            return new FittedVariate(new double[0], constants, new double[units.length]);
        }
    },
    /**
     * Best linear function of the scores, h = wᵀz + c, whose product with them has the mean F w. It removes all of log
     * p where that belongs to the family, as a quadratic does for Gaussians. With fewer than two draws per unknown it
     * would add more noise than it removes, and is the constant c.
     */
    LINEAR {
        @Override
        FittedVariate fit(double[][] scores, double[] values, double[] units, FisherInformation information) {
            double[] slope = scores.length < 2 * (units.length + 1) ? new double[0] : fitSlope(scores, values, units);
            double level = 0;
            for (int s = 0; s < values.length; s++) {
                level += (values[s] - Vectors.dot(slope, Arrays.copyOf(scores[s], slope.length))) / values.length;
            }
            double[] levels = new double[units.length];
            Arrays.fill(levels, level);
            return new FittedVariate(
                    slope, levels, slope.length == 0 ? new double[units.length] : information.times(slope));
        }
    };

    /**
     * Fits the control variate on the given draws.
     *
     * @param scores scores z at each draw
     * @param units units in which the elements of z are of the order of 1
     */
    abstract FittedVariate fit(double[][] scores, double[] values, double[] units, FisherInformation information);

    /**
     * Fitted control variate.
     *
     * @param slope slope w; empty for 0
     * @param constants constant of each element
     * @param meanProducts mean of the products of h with the scores
     */
    record FittedVariate(double[] slope, double[] constants, double[] meanProducts) {

        /**
         * Adds the estimate of one draw to {@code into}: its value less the control variate, times its score, plus the
         * mean.
         */
        void add(double[] score, double value, double share, double[] into) {
            double left = value;
            for (int i = 0; i < slope.length; i++) {
                left -= slope[i] * score[i];
            }
            for (int i = 0; i < score.length; i++) {
                into[i] += share * (meanProducts[i] + score[i] * (left - constants[i]));
            }
        }
    }

    private static double fitConstant(double[][] scores, double[] values, int i) {
        double squares = 0;
        double products = 0;
        double sum = 0;
        double weighted = 0;
        for (int s = 0; s < values.length; s++) {
            double z = scores[s][i];
            sum += z;
            squares += z * z;
            products += z * values[s];
            weighted += z * z * values[s];
        }
        double variance = squares - sum * sum / values.length;
        return variance > 0 ? (weighted - products * sum / values.length) / variance : 0;
    }

    /** Least-squares slope w, from normal equations in units; empty where they are singular. */
    private static double[] fitSlope(double[][] scores, double[] values, double[] units) {
        int n = units.length;
        int m = n + 1;
        double[] products = new double[m * m];
        double[] right = new double[m];
        for (int s = 0; s < values.length; s++) {
            double[] row = Arrays.copyOf(Vectors.entrywiseProduct(units, scores[s]), m);
            row[n] = 1;
            for (int i = 0; i < m; i++) {
                right[i] += row[i] * values[s];
                for (int j = 0; j < m; j++) {
                    products[i * m + j] += row[i] * row[j];
                }
            }
        }
        Cholesky normal = Cholesky.of(JavaDenseKernel.INSTANCE, products, m);
        return normal == null ? new double[0] : Vectors.entrywiseProduct(units, Arrays.copyOf(normal.solve(right), n));
    }
}
