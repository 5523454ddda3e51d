package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;
import java.util.Arrays;

/**
 * Residuals of log p(θ_s) that are multiplied with each factor's score. Only terms that involve a factor tell anything
 * of it: those of its Markov blanket less the surrogate's part h_f (GVI equations 93 to 96). The residual of all other
 * terms has no correlation with the factor's score, and serves as a further control variate.
 */
final class FactorResiduals {

    /**
     * Squared number of standard errors by which a share must differ from 0. It allows for tails that are heavier than
     * a normal's.
     */
    private static final double CAUTION = 4;

    private final EvaluatedDraws drawn;
    private final double[] left;

    private FactorResiduals(EvaluatedDraws drawn, double[] left) {
        this.drawn = drawn;
        this.left = left;
    }

    /**
     * Residuals by factor and draw, F × S.
     *
     * @param left values less the surrogate
     * @param standard standard normal numbers ε_s
     * @param centred whether the mean of the other draws, and their estimate of the other terms, are subtracted
     */
    static double[][] of(
            EvaluatedDraws drawn,
            GaussianPosterior q,
            QuadraticControlVariate before,
            double[] left,
            double[][] standard,
            boolean centred) {
        Blocks factors = q.blocks();
        double[][] residuals = new double[factors.count()][];
        if (!drawn.hasBlankets()) {
            Arrays.fill(residuals, centred ? drawn.centredOnOtherUnits(left) : left);
            return residuals;
        }
        for (int f = 0; f < residuals.length; f++) {
            residuals[f] = drawn.factorValues(f);
        }
        double[] within = before.inPosteriorBlocks(factors, before.curvature());
        for (int s = 0; s < left.length; s++) {
            double[] parts = before.factorParts(factors, within, q.deviation(standard[s]));
            for (int f = 0; f < parts.length; f++) {
                residuals[f][s] -= parts[f];
            }
        }
        FactorResiduals whole = new FactorResiduals(drawn, left);
        for (int f = 0; centred && f < residuals.length; f++) {
            residuals[f] = whole.withControlVariate(residuals[f]);
        }
        return residuals;
    }

    /**
     * Residuals of a factor: all terms, less a share of those that do not involve it. The share that removes most noise
     * is estimated from draws of other units, so that the average stays unbiased.
     */
    private double[] withControlVariate(double[] own) {
        double[] others = left.clone();
        for (int s = 0; s < own.length; s++) {
            others[s] -= own[s];
        }
        double[] centred = drawn.centredOnOtherUnits(left);
        double[] centredOthers = drawn.centredOnOtherUnits(others);
        if (drawn.standardDraws().dependence() == NormalDraws.Dependence.ANTITHETIC) {
            return antitheticResiduals(others, centred, centredOthers);
        }
        int unit = drawn.standardDraws().drawsPerUnit();
        double[] shares = subtractionShares(left, others, unit);
        for (int s = 0; s < centred.length; s++) {
            centred[s] -= shares[s / unit] * centredOthers[s];
        }
        return centred;
    }

    /**
     * Residuals of antithetic pairs. The gradient depends on the odd part of a pair only, the curvature on the even
     * one: each has a share of its own.
     */
    private double[] antitheticResiduals(double[] others, double[] centred, double[] centredOthers) {
        double[] even = subtractionShares(halfSumsOfPairs(left, 1), halfSumsOfPairs(others, 1), 1);
        double[] odd = subtractionShares(halfSumsOfPairs(left, -1), halfSumsOfPairs(others, -1), 1);
        double[] evenOthers = halfSumsOfPairs(centredOthers, 1);
        double[] oddOthers = halfSumsOfPairs(centredOthers, -1);
        for (int u = 0; u < even.length; u++) {
            double common = even[u] * evenOthers[u];
            double difference = odd[u] * oddOthers[u];
            centred[2 * u] -= common + difference;
            centred[2 * u + 1] -= common - difference;
        }
        return centred;
    }

    /** Half sums or half differences of pairs, ½(x_{2u} ± x_{2u+1}). */
    private static double[] halfSumsOfPairs(double[] x, int sign) {
        double[] halves = new double[x.length / 2];
        for (int u = 0; u < halves.length; u++) {
            halves[u] = 0.5 * (x[2 * u] + sign * x[2 * u + 1]);
        }
        return halves;
    }

    /**
     * Regression slopes Cov(x, z)/Var(z), one per unit, over the draws of all other units. They lie within [0, 1] and
     * are shrunk by what chance alone would give; 1 where z does not vary.
     */
    private static double[] subtractionShares(double[] x, double[] z, int unit) {
        double meanX = Arrays.stream(x).average().orElse(0);
        double meanZ = Arrays.stream(z).average().orElse(0);
        int units = x.length / unit;
        double[][] sums = new double[units + 1][5];
        for (int s = 0; s < x.length; s++) {
            double a = x[s] - meanX;
            double b = z[s] - meanZ;
            double[] terms = {a, b, a * b, b * b, a * a};
            for (int k = 0; k < terms.length; k++) {
                sums[s / unit][k] += terms[k];
                sums[units][k] += terms[k];
            }
        }
        double[] shares = new double[units];
        double count = x.length - unit;
        for (int u = 0; u < units; u++) {
            double a = sums[units][0] - sums[u][0];
            double b = sums[units][1] - sums[u][1];
            double covariance = sums[units][2] - sums[u][2] - a * b / count;
            double variance = sums[units][3] - sums[u][3] - b * b / count;
            double own = sums[units][4] - sums[u][4] - a * a / count;
            shares[u] = variance > 0 ? shrunkShare(covariance / variance, own / variance, units - 1) : 1;
        }
        return shares;
    }

    /** Shrinks a slope by a multiple of the share of its square that is its own variance, (ratio − slope²)/units. */
    private static double shrunkShare(double slope, double ratio, int units) {
        double chance = slope > 0 ? (ratio / (slope * slope) - 1) / units : 1;
        return Math.max(0, Math.min(1, slope * Math.max(0, 1 - CAUTION * chance)));
    }
}
