package io.credence.gradient;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.random.NormalDraws;

/**
 * The score estimator, from values alone (QBVI equations 12 and 13): ĝ = b + mean v_s r_s and Ĥ = C + mean (v_s v_sᵀ − P) r_s,
 * where r_s is what the surrogate leaves of log p(θ_s), less the mean of the other draws. With an empty surrogate and no
 * centring it is the plain one.
 *
 * @param centred whether the mean of the other draws is subtracted
 */
public record ScoreEstimator(boolean centred) implements GradientEstimator {

    @Override
    public GradientForm form() {
        return GradientForm.NONE;
    }

    @Override
    public Estimate estimate(Drawn drawn, GaussianPosterior q, Surrogate before) {
        int d = q.dimension();
        int count = drawn.count();
        Blocks blocks = q.blocks();
        double[][] standard = new double[count][d];
        double[] left = new double[count];
        for (int s = 0; s < count; s++) {
            drawn.standard().fill(s, standard[s]);
            left[s] = drawn.values()[s] - before.value(q.deviation(standard[s]));
        }
        double[] r = centred ? drawn.centred(left) : left;
        double[] whitened = new double[d];
        double[] curvature = before.curvature().clone();
        double mean = 0;
        for (int s = 0; s < count; s++) {
            double share = r[s] / count;
            for (int j = 0; j < d; j++) {
                whitened[j] += share * standard[s][j];
            }
            double[] score = q.score(standard[s]);
            PackedBlocks.addProduct(before.blocks(), share, score, score, curvature);
            mean += share;
        }
        PackedBlocks.addWithin(before.blocks(), blocks, -mean, q.precision(), curvature);
        double[] gradient = q.score(whitened);
        for (int j = 0; j < d; j++) {
            gradient[j] += before.slope()[j];
        }
        double value = before.expectation(q);
        for (double x : left) {
            value += x / count;
        }
        return new Estimate(
                value,
                drawn.varianceOfMean(left),
                gradient,
                before.within(blocks, curvature),
                curvature,
                0.5 * gradientNoise(drawn, standard, r),
                0.25 * curvatureNoise(drawn, blocks, standard, r));
    }

    /** Σ_j of the variances of the whitened gradient, whose unit contributions are means of ε_s r_s. */
    private static double gradientNoise(Drawn drawn, double[][] standard, double[] r) {
        double sum = 0;
        double[] contributions = new double[r.length];
        for (int j = 0; j < standard[0].length; j++) {
            for (int s = 0; s < r.length; s++) {
                contributions[s] = standard[s][j] * r[s];
            }
            sum += drawn.varianceOfMean(contributions);
        }
        return sum;
    }

    /** Mean square of the whitened curvature, ‖εεᵀ − I‖²r² summed over draws; draws of a pair share εεᵀ. */
    private static double curvatureNoise(Drawn drawn, Blocks blocks, double[][] standard, double[] r) {
        int unit = drawn.standard().kind() == NormalDraws.Kind.ANTITHETIC ? 2 : 1;
        double sum = 0;
        for (int s = 0; s < r.length; s += unit) {
            double mean = unit == 2 ? 0.5 * (r[s] + r[s + 1]) : r[s];
            double size = 0;
            for (int b = 0; b < blocks.count(); b++) {
                double norm = 0;
                for (int j = blocks.first(b); j < blocks.first(b) + blocks.size(b); j++) {
                    norm += standard[s][j] * standard[s][j];
                }
                size += norm * norm - 2 * norm + blocks.size(b);
            }
            sum += mean * mean * size;
        }
        double units = r.length / (double) unit;
        return sum / units / units;
    }
}
