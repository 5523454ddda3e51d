package io.credence.fit;

import io.credence.divergence.Divergence.Slope;
import io.credence.family.GaussianPosterior;

/**
 * Where a natural-gradient step of size 1 leads an objective with any divergence. With ∇_S D = ½(N − κP) and a curvature H of
 * the expected loss the precision of a minimum is (H + N)/κ. That is the natural gradient of the objective divided by κ, which
 * is 1 for the Kullback–Leibler divergence and N then P0.
 */
final class NaturalTarget {

    private NaturalTarget() {}

    /** By what the objective is divided; 1 where the entropy does not count for the posterior, and steps are not scaled. */
    static double rate(Slope slope) {
        return slope.entropy() > 0 ? slope.entropy() : 1;
    }

    /**
     * The target precision.
     *
     * @param curvature H, packed in the blocks of q
     */
    static double[] precision(GaussianPosterior q, Slope slope, double[] curvature) {
        double rate = rate(slope);
        double left = 1 - slope.entropy() / rate;
        double[] target = curvature.clone();
        for (int e = 0; e < target.length; e++) {
            target[e] = (target[e] + slope.pull()[e]) / rate + (left == 0 ? 0 : left * q.precision()[e]);
        }
        return target;
    }

    /** The curvature −H of which {@code q} is the minimum: κP − N, with its sign turned as that of log p. */
    static double[] implied(GaussianPosterior q, Slope slope) {
        double[] curvature = q.precision().clone();
        for (int e = 0; e < curvature.length; e++) {
            curvature[e] = slope.pull()[e] - slope.entropy() * curvature[e];
        }
        return curvature;
    }
}
