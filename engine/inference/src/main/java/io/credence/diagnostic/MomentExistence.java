package io.credence.diagnostic;

import io.credence.family.Blocks;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Theoretical test of whether moments of importance weights exist under a Gaussian posterior. */
public final class MomentExistence {

    private MomentExistence() {}

    /**
     * Whether the moment E_q[w^c] of importance weights may be infinite. The weights are w = p(D|θ) π(θ)/q(θ), with a
     * Gaussian prior π. The integrand falls off like a Gaussian of precision cP0 + (1−c)P unless the likelihood helps,
     * so it is finite where that is positive definite: for c &gt; 1 with any bounded likelihood, for c &lt; 0 with any
     * whose loss grows at most linearly, as those of logistic, Student's t, and Laplace models do. It always is for 0 ≤
     * c ≤ 1. Otherwise there is a direction in which it grows faster than any such loss, and the integral is infinite
     * if the loss stays sub-quadratic both ways, as the logistic does. A loss with curvature at least H everywhere can
     * be counted as prior precision.
     *
     * @param c power: 1 − α of a Rényi bound, n of a χ bound
     * @throws IllegalArgumentException if the prior is not of the same dimension
     */
    public static boolean mayBeInfinite(GaussianPosterior q, GaussianPrior prior, double c) {
        if (prior.dimension() != q.dimension()) {
            throw new IllegalArgumentException("posterior and prior must have the same dimension but have "
                    + q.dimension() + " and " + prior.dimension());
        }
        if (c >= 0 && c <= 1) {
            return false;
        }
        boolean apart = prior.isIndependent();
        Blocks blocks = apart ? q.blocks() : Blocks.full(q.dimension());
        double[] rate = apart ? q.precision().clone() : q.blocks().toPackedTriangle(q.precision());
        double[] ofPrior = prior.precisionInBlocks(blocks);
        for (int e = 0; e < rate.length; e++) {
            rate[e] = (1 - c) * rate[e] + c * ofPrior[e];
        }
        return IntStream.range(0, blocks.count()).anyMatch(b -> !isDefinite(blocks, rate, b));
    }

    private static boolean isDefinite(Blocks blocks, double[] packed, int b) {
        int n = blocks.size(b);
        int from = blocks.packedOffset(b);
        double[] own = Arrays.copyOfRange(packed, from, from + Symmetric.packedLength(n));
        return Cholesky.of(Kernels.named("java"), Symmetric.unpack(own, n), n) != null;
    }
}
