package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;

/**
 * Score-function estimator, from values alone (QBVI equations 12 and 13). It is ĝ = b + mean v_s r_s and Ĥ = C + mean
 * (v_s v_sᵀ − P) r_s, where r_s is log p(θ_s) less the surrogate and the mean of the other draws. With an empty
 * surrogate and no centring it is the plain one. Where factors are separated, each factor's score multiplies the terms
 * that involve that factor ({@link EvaluatedDraws#blanketValues}, Rao–Blackwellisation).
 *
 * @param isCentred whether the mean of the other draws is subtracted
 */
public record ScoreEstimator(boolean isCentred) implements GradientEstimator<GaussianPosterior> {

    @Override
    public GradientForm form() {
        return GradientForm.NONE;
    }

    @Override
    public Estimate estimate(EvaluatedDraws drawn, GaussianPosterior q, QuadraticControlVariate before) {
        int count = drawn.count();
        Blocks blocks = q.blocks();
        double[][] standard = standardDeviates(drawn, q.dimension());
        double[] left = new double[count];
        double value = before.expectation(q);
        for (int s = 0; s < count; s++) {
            left[s] = drawn.values()[s] - before.value(q.deviation(standard[s]));
            value += left[s] / count;
        }
        double[][] r = FactorResiduals.of(drawn, q, before, left, standard, isCentred);
        double[] curvature = curvature(q, before, standard, r);
        return new Estimate(
                value,
                drawn.varianceOfMean(left),
                gradient(q, before, standard, r),
                before.inPosteriorBlocks(blocks, curvature),
                curvature,
                gradientNoise(drawn, blocks, standard, r),
                curvatureNoise(drawn, blocks, standard, r));
    }

    /** Standard normal numbers ε_s, S × d. */
    static double[][] standardDeviates(EvaluatedDraws drawn, int dimension) {
        double[][] standard = new double[drawn.count()][dimension];
        for (int s = 0; s < standard.length; s++) {
            drawn.standardDraws().fill(s, standard[s]);
        }
        return standard;
    }

    private static double[] gradient(
            GaussianPosterior q, QuadraticControlVariate before, double[][] standard, double[][] r) {
        int[] owners = q.blocks().blockIndices();
        double[] whitened = new double[q.dimension()];
        for (int s = 0; s < standard.length; s++) {
            for (int j = 0; j < whitened.length; j++) {
                whitened[j] += r[owners[j]][s] / standard.length * standard[s][j];
            }
        }
        double[] gradient = q.score(whitened);
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] += before.slope()[j];
        }
        return gradient;
    }

    /**
     * Estimate of the curvature Ĥ, packed. Between two factors it is the mean of the estimates from either's residuals.
     */
    private static double[] curvature(
            GaussianPosterior q, QuadraticControlVariate before, double[][] standard, double[][] r) {
        Blocks blocks = q.blocks();
        int[] owners = blocks.blockIndices();
        double[] curvature = before.curvature().clone();
        for (int s = 0; s < standard.length; s++) {
            double[] score = q.score(standard[s]);
            double[] weighted = score.clone();
            for (int j = 0; j < weighted.length; j++) {
                weighted[j] *= r[owners[j]][s];
            }
            SymmetricBlocks.addProduct(before.blocks(), 1.0 / standard.length, score, weighted, curvature);
        }
        double[] meanTimesPrecision = q.precision().clone();
        for (int f = 0; f < r.length; f++) {
            double mean = 0;
            for (double x : r[f]) {
                mean += x / standard.length;
            }
            int end = f + 1 < r.length ? blocks.packedOffset(f + 1) : meanTimesPrecision.length;
            for (int e = blocks.packedOffset(f); e < end; e++) {
                meanTimesPrecision[e] *= mean;
            }
        }
        SymmetricBlocks.addWithin(before.blocks(), blocks, -1, meanTimesPrecision, curvature);
        return curvature;
    }

    /**
     * Gradient noise: half the sum of the variances of the whitened gradient. Its contributions from units are means of
     * ε_s r_s.
     */
    static double gradientNoise(EvaluatedDraws drawn, Blocks blocks, double[][] standard, double[][] r) {
        int[] owners = blocks.blockIndices();
        double sum = 0;
        double[] contributions = new double[standard.length];
        for (int j = 0; j < owners.length; j++) {
            for (int s = 0; s < contributions.length; s++) {
                contributions[s] = standard[s][j] * r[owners[j]][s];
            }
            sum += drawn.varianceOfMean(contributions);
        }
        return 0.5 * sum;
    }

    /**
     * Curvature noise: a quarter of the mean square of the whitened curvature. This is ‖εεᵀ − I‖²r² summed over draws,
     * where those of a pair share εεᵀ.
     */
    static double curvatureNoise(EvaluatedDraws drawn, Blocks blocks, double[][] standard, double[][] r) {
        int unit = drawn.standardDraws().dependence() == NormalDraws.Dependence.ANTITHETIC ? 2 : 1;
        double sum = 0;
        for (int s = 0; s < standard.length; s += unit) {
            for (int b = 0; b < blocks.count(); b++) {
                double mean = unit == 2 ? 0.5 * (r[b][s] + r[b][s + 1]) : r[b][s];
                double norm = 0;
                for (int j = blocks.firstCoefficient(b); j < blocks.firstCoefficient(b) + blocks.size(b); j++) {
                    norm += standard[s][j] * standard[s][j];
                }
                sum += mean * mean * (norm * norm - 2 * norm + blocks.size(b));
            }
        }
        double units = standard.length / (double) unit;
        return 0.25 * sum / units / units;
    }
}
