package io.credence.gradient;

import io.credence.family.GaussianPosterior;

/**
 * The gradient of an objective in the mean and the covariance of a Gaussian q, from what its draws say.
 *
 * @param mean ∇_μ 𝓛
 * @param covariance ∇_S 𝓛, packed in the blocks of q
 */
public record SteinGradient(double[] mean, double[] covariance) {

    /**
     * From the gradients of 𝓛 in the draws, by Stein's identity: ∇_μ = Σ u_s, ∇_S = ½ Σ (u_s − ū) v_sᵀ, made symmetric, where
     * v_s = Pδ_s and the mean ū, which costs the factor S/(S − 1), takes noise off.
     *
     * @param standard ε_s
     * @param paths u_s, S × d
     */
    public static SteinGradient ofPaths(GaussianPosterior q, double[][] standard, double[][] paths) {
        int d = q.dimension();
        int count = paths.length;
        double[] mean = new double[d];
        for (double[] path : paths) {
            for (int j = 0; j < d; j++) {
                mean[j] += path[j];
            }
        }
        double[] covariance = new double[q.blocks().packedLength()];
        double share = 0.5 * count / (count - 1.0);
        double[] centred = new double[d];
        for (int s = 0; s < count; s++) {
            for (int j = 0; j < d; j++) {
                centred[j] = paths[s][j] - mean[j] / count;
            }
            PackedBlocks.addProduct(q.blocks(), share, q.score(standard[s]), centred, covariance);
        }
        return new SteinGradient(mean, covariance);
    }

    /**
     * From weights of the scores ∇ log q(θ_s): ∇_μ = Σ c_s v_s, ∇_S = ½ Σ c_s (v_s v_sᵀ − P).
     *
     * @param standard ε_s
     * @param weights c_s
     */
    public static SteinGradient ofScores(GaussianPosterior q, double[][] standard, double[] weights) {
        double[] mean = new double[q.dimension()];
        double[] covariance = new double[q.blocks().packedLength()];
        double total = 0;
        for (int s = 0; s < weights.length; s++) {
            double[] score = q.score(standard[s]);
            for (int j = 0; j < mean.length; j++) {
                mean[j] += weights[s] * score[j];
            }
            PackedBlocks.addProduct(q.blocks(), 0.5 * weights[s], score, score, covariance);
            total += weights[s];
        }
        for (int e = 0; e < covariance.length; e++) {
            covariance[e] -= 0.5 * total * q.precision()[e];
        }
        return new SteinGradient(mean, covariance);
    }
}
