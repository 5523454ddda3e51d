package io.credence.update;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Products;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Step of a full or block-diagonal Gaussian in (μ, L), S = LLᵀ, along the plain gradient of the bound. The diagonal of
 * L is taken as logarithms. This is CGVB (Titsias and Lázaro-Gredilla 2014) and full-rank ADVI (Kucukelbir et al. 2017,
 * §2.5). With ½(P − T) the gradient in S, that in L is the lower triangle of (P − T)L. A direction that is not finite
 * leaves posterior and memory unchanged; a diagonal Gaussian is refused.
 *
 * @param optimizer optimiser that turns the gradient into the move
 * @param trustRegion limit of a step; one that goes too far is shortened as a whole
 * @param scaled whether steps are taken in the Gaussian's own units, u and M of μ⁺ = μ + Lu and L⁺ = LM, so that a
 *     step means the same in any coordinates of the parameters; not so in the papers
 */
record CholeskyGradient<Q extends GaussianPosterior>(Optimizer optimizer, TrustRegion trustRegion, boolean scaled)
        implements UpdateRule<Q> {
    // The lower triangle of PL = L⁻ᵀ is diag(1/l_ii), so only TL has to be multiplied out.

    /** The papers' rule with the default trust region. */
    public CholeskyGradient(Optimizer optimizer) {
        this(optimizer, TrustRegion.DEFAULT, false);
    }

    @Override
    public UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize) {
        UpdateRequirements.requireStepSize(stepSize);
        UpdateResult<Q> still = new UpdateResult<>(current, memory, 0);
        List<Cholesky> roots = choleskyFactors(current);
        if (roots == null || !direction.isFinite()) {
            return still;
        }
        int d = current.dimension();
        double[] gradient =
                Arrays.copyOf(meanGradient(current, roots, direction.ascent()), d + current.precision().length);
        for (int b = 0; b < roots.size(); b++) {
            double[] target = BlockPosteriors.packed(current.blocks(), b, direction.targetPrecision());
            double[] own = scaled ? scaledFactorGradient(roots.get(b), target) : factorGradient(roots.get(b), target);
            System.arraycopy(own, 0, gradient, d + current.blocks().packedOffset(b), own.length);
        }
        Optimizer.Move move = optimizer.move(gradient, memory, stepSize);
        double[] meanMove = toParameters(current, roots, Arrays.copyOf(move.parameterChange(), d));
        double[] rootMove = Arrays.copyOfRange(move.parameterChange(), d, gradient.length);
        double share = Math.min(trustRegion.insideShare(current, meanMove), stepShare(roots, rootMove));
        Q moved = afterMove(current, roots, Vectors.plusScaled(current.mean(), share, meanMove), share, rootMove);
        return moved != null && move.optimizerState().isFinite()
                ? new UpdateResult<>(moved, move.optimizerState(), share * stepSize)
                : still;
    }

    /** Gradient in the mean; Lᵀg where steps are in the Gaussian's own units. */
    private double[] meanGradient(Q q, List<Cholesky> roots, double[] ascent) {
        return scaled ? multiplyByFactors(q, roots, ascent, true) : ascent;
    }

    /** Move of the mean in the parameters; Lu for a move u in the Gaussian's own units. */
    private double[] toParameters(Q q, List<Cholesky> roots, double[] move) {
        return scaled ? multiplyByFactors(q, roots, move, false) : move;
    }

    private static double[] multiplyByFactors(
            GaussianPosterior q, List<Cholesky> roots, double[] vector, boolean transposed) {
        double[] product = new double[vector.length];
        for (int b = 0; b < roots.size(); b++) {
            Cholesky root = roots.get(b);
            int first = q.blocks().firstCoefficient(b);
            double[] part = Arrays.copyOfRange(vector, first, first + root.order());
            double[] turned = transposed ? root.multiplyByTransposedFactor(part) : root.multiplyByFactor(part);
            System.arraycopy(turned, 0, product, first, turned.length);
        }
        return product;
    }

    private static @Nullable List<Cholesky> choleskyFactors(GaussianPosterior q) {
        List<Cholesky> roots = new ArrayList<>();
        for (FullGaussian part : BlockPosteriors.blockGaussians(q)) {
            Cholesky root = Cholesky.of(part.kernel(), part.covariance(), part.dimension());
            if (root == null) {
                return null;
            }
            roots.add(root);
        }
        return roots;
    }

    /** Gradient of the bound in the packed L with a logarithmic diagonal. */
    private static double[] factorGradient(Cholesky root, double[] target) {
        int n = root.order();
        double[] lower = root.factor();
        double[] inRoot = Vectors.scaled(-1, Triangular.timesLower(Symmetric.unpack(target, n), lower, n));
        double[] gradient = Triangular.gradientInLogCholesky(inRoot, lower, n);
        for (int i = 0; i < n; i++) {
            gradient[Triangular.index(i, i)] += 1;
        }
        return gradient;
    }

    /**
     * Gradient of the bound in the packed M of L⁺ = L M at M = I, with a logarithmic diagonal. It is that of I − LᵀTL.
     */
    private static double[] scaledFactorGradient(Cholesky root, double[] target) {
        int n = root.order();
        double[] lower = root.factor();
        double[] right = Triangular.timesLower(Symmetric.unpack(target, n), lower, n);
        double[] curvature = Triangular.timesLower(Products.transposed(right, n, n), lower, n);
        double[] gradient = Vectors.scaled(-1, Symmetric.pack(curvature, n));
        for (int i = 0; i < n; i++) {
            gradient[Triangular.index(i, i)] += 1;
        }
        return gradient;
    }

    /**
     * Largest share of the move within the limit: no l_ii is multiplied or divided by more than √factor, and no row's
     * length by much more.
     */
    private double stepShare(List<Cholesky> roots, double[] move) {
        double factor = Math.sqrt(trustRegion.factor());
        double share = 1;
        int at = 0;
        for (Cholesky root : roots) {
            int n = root.order();
            for (int i = 0; i < n; i++) {
                double row = 0;
                double change = 0;
                for (int j = 0; j <= i; j++, at++) {
                    row = scaled ? 1 : Math.hypot(row, root.factor()[i * n + j]);
                    change = j < i ? Math.hypot(change, move[at]) : change;
                }
                double scaled = Math.max(Math.abs(move[at - 1]) / Math.log(factor), change / (row * (factor - 1)));
                share = scaled > 1 ? Math.min(share, 1 / scaled) : share;
            }
        }
        return share;
    }

    private @Nullable Q afterMove(Q current, List<Cholesky> roots, double[] mean, double share, double[] move) {
        List<FullGaussian> parts = new ArrayList<>();
        for (FullGaussian part : BlockPosteriors.blockGaussians(current)) {
            int b = parts.size();
            int n = part.dimension();
            double[] lower = afterMove(roots.get(b), BlockPosteriors.packed(current.blocks(), b, move), share);
            double[] inverse = new double[n * n];
            double[] precision = new double[n * n];
            part.kernel().invertTriangular(lower, n, inverse);
            part.kernel().transposedProduct(inverse, n, precision);
            FullGaussian next = FullGaussian.of(
                    part.kernel(), BlockPosteriors.vector(current.blocks(), b, mean), Symmetric.pack(precision, n));
            if (next == null) {
                return null;
            }
            parts.add(next);
        }
        return Vectors.isFinite(mean) ? BlockPosteriors.joinBlocks(current, parts) : null;
    }

    private double[] afterMove(Cholesky root, double[] packedMove, double share) {
        int n = root.order();
        double[] lower = Triangular.ofLogCholesky(Vectors.scaled(share, packedMove), 0, n);
        if (scaled) {
            return Triangular.timesLower(root.factor(), lower, n);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                lower[i * n + j] += root.factor()[i * n + j];
            }
            lower[i * n + i] *= root.factor()[i * n + i];
        }
        return lower;
    }
}
