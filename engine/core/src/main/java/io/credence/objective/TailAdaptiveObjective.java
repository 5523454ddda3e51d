package io.credence.objective;

import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Objective of the f-divergence that adapts to the tail of the importance weights (Wang, Liu and Liu 2018, algorithm
 * 1). Its gradient weighs ∇_θ log w(θ_s) by γ_s ∝ base_s/F̄(w_s), F̄(w) the share of draws with weight w or more, so
 * that a large weight counts more whatever its size. With the weights the divergence itself changes from step to step;
 * the reported value is −Σ γ_s log w_s, a mean between minus the ELBO and minus the largest log weight.
 */
record TailAdaptiveObjective() implements Objective {

    @Override
    public String name() {
        return "tail-adaptive";
    }

    @Override
    public boolean isLinear() {
        return false;
    }

    @Override
    public boolean hasScoreForm() {
        return false;
    }

    @Override
    public double[] drawShares(DrawDensities densities) {
        return weighDraws(densities).lossWeights();
    }

    @Override
    public DrawWeights weighDraws(DrawDensities densities, boolean closed) {
        double[] logWeights = densities.logWeights();
        double[] base = densities.baseWeights();
        int[] downwards = Arrays.stream(Vectors.sortedIndices(base.length, s -> -logWeights[s]))
                .filter(s -> base[s] > 0 && logWeights[s] > Double.NEGATIVE_INFINITY)
                .toArray();
        if (downwards.length == 0) {
            return LogWeightSums.ofInfiniteObjective(base.length);
        }
        double[] density = tailDensity(logWeights, base, downwards);
        double value = 0;
        double[] paths = new double[base.length];
        for (int s : downwards) {
            paths[s] = -base[s] * density[s];
            value += paths[s] * logWeights[s];
        }
        return LogWeightSums.ofPathWeights(
                value, paths, new double[base.length], scoreWeights(logWeights, density, downwards));
    }

    /**
     * Ratio γ_s/base_s of the tail-adaptive weights to the base weights. It is 1/F̄ as a density, equal for draws of
     * equal weight.
     */
    private static double[] tailDensity(double[] logWeights, double[] base, int[] downwards) {
        double[] density = new double[base.length];
        double tail = 0;
        double total = 0;
        for (int from = 0, to; from < downwards.length; from = to) {
            double tied = 0;
            for (to = from; to < downwards.length && logWeights[downwards[to]] == logWeights[downwards[from]]; to++) {
                tied += base[downwards[to]];
            }
            tail += tied;
            total += tied / tail;
            for (int i = from; i < to; i++) {
                density[downwards[i]] = 1 / tail;
            }
        }
        for (int s : downwards) {
            density[s] /= total;
        }
        return density;
    }

    /** Score weights −ρ(w_s) with dρ = (γ/base) d log w, from the smallest importance weight up. */
    private static double[] scoreWeights(double[] logWeights, double[] density, int[] downwards) {
        double[] weights = new double[density.length];
        double sum = 0;
        for (int i = downwards.length - 2; i >= 0; i--) {
            int s = downwards[i];
            int below = downwards[i + 1];
            sum += 0.5 * (density[s] + density[below]) * (logWeights[s] - logWeights[below]);
            weights[s] = -sum;
        }
        return weights;
    }
}
