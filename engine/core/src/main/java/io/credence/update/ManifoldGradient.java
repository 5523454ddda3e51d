package io.credence.update;

import io.credence.family.Blocks;
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
 * Step of a full or block-diagonal Gaussian on the manifold of positive definite covariances: MGVB (Tran, Nguyen and
 * Nguyen 2021, algorithm 1; QBVI D.3.2). The natural gradient in S is ζ = S(P − T)S, that in μ is S times the ascent;
 * the retraction is R_S(ξ) = S + ξ + ½ξPξ with ξ = βζ. A direction that is not finite leaves posterior and memory
 * unchanged; a diagonal Gaussian is refused.
 *
 * @param momentum γ of ζ̂ ← γζ̂ + (1 − γ)ζ, in [0, 1); 0 is none
 * @param trustRegion limit of a step
 */
record ManifoldGradient<Q extends GaussianPosterior>(double momentum, TrustRegion trustRegion)
        implements UpdateRule<Q> {
    // All is computed in units of the posterior: with P = CCᵀ and R = C⁻ᵀ, S = RRᵀ and ζ = RZRᵀ, Z = I − C⁻¹TC⁻ᵀ, so
    // that the retraction is S⁺ = RMRᵀ with M = I + βZ + ½β²Z². The eigenvalues 1 + x + ½x² of M grow with x only above
    // −1, so βZ is kept there. Momentum is carried to S⁺ by ζ ↦ EζEᵀ, E = R⁺R⁻¹, an isometry of the Fisher metric
    // ½tr(PζPζ) as the paper's E = (S⁺P)^½ is; it leaves Z as it is, and likewise C⁻¹ times the ascent.

    public ManifoldGradient {
        UpdateRequirements.requireShare("momentum", momentum);
    }

    /** The rule with the default trust region. */
    public ManifoldGradient(double momentum) {
        this(momentum, TrustRegion.DEFAULT);
    }

    @Override
    public UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize) {
        UpdateRequirements.requireStepSize(stepSize);
        UpdateResult<Q> still = new UpdateResult<>(current, memory, 0);
        List<FullGaussian> parts = BlockPosteriors.blockGaussians(current);
        if (!direction.isFinite()) {
            return still;
        }
        OptimizerState next = nextMemory(memory, whitenedDirection(current.blocks(), parts, direction));
        PrecisionStep<Q> shaped = covarianceStep(current, parts, next.vectors().get(1), stepSize);
        if (shaped == null) {
            return still;
        }
        double[] move = meanMove(current.blocks(), parts, next.vectors().get(0), stepSize);
        double share = trustRegion.insideShare(current, move);
        double[] mean = Vectors.plusScaled(current.mean(), share, move);
        if (!Vectors.isFinite(mean)) {
            return still;
        }
        return new UpdateResult<>(
                NaturalGradient.withMean(shaped.posterior(), mean),
                momentum == 0 ? new OptimizerState(List.of(), next.steps()) : next,
                Math.min(shaped.smallest(), share * stepSize));
    }

    /** Move of the mean: βR times the smoothed C⁻¹ ascent. */
    private static double[] meanMove(Blocks blocks, List<FullGaussian> parts, double[] ascent, double stepSize) {
        double[] move = new double[ascent.length];
        for (int b = 0; b < parts.size(); b++) {
            double[] own = parts.get(b).cholesky().solveTransposed(BlockPosteriors.vector(blocks, b, ascent));
            System.arraycopy(own, 0, move, blocks.firstCoefficient(b), own.length);
        }
        return Vectors.plusScaled(new double[move.length], stepSize, move);
    }

    private @Nullable PrecisionStep<Q> covarianceStep(
            Q current, List<FullGaussian> parts, double[] z, double stepSize) {
        double smallest = stepSize;
        List<FullGaussian> moved = new ArrayList<>();
        for (FullGaussian part : parts) {
            double[] own = BlockPosteriors.packed(current.blocks(), moved.size(), z);
            double size = boundedStepSize(own, part.dimension(), stepSize);
            FullGaussian shaped = size > 0 ? retractedGaussian(part, own, size) : null;
            if (shaped == null) {
                return null;
            }
            moved.add(shaped);
            smallest = Math.min(smallest, size);
        }
        Q joined = BlockPosteriors.joinBlocks(current, moved);
        return joined == null ? null : new PrecisionStep<>(joined, stepSize, smallest);
    }

    /** Whitened direction: C⁻¹ times the ascent, and Z packed. */
    private static List<double[]> whitenedDirection(Blocks blocks, List<FullGaussian> parts, Direction direction) {
        double[] ascent = new double[blocks.dimension()];
        double[] shape = new double[blocks.packedLength()];
        for (int b = 0; b < parts.size(); b++) {
            int n = parts.get(b).dimension();
            Cholesky cholesky = parts.get(b).cholesky();
            double[] y = cholesky.solveFactor(BlockPosteriors.vector(blocks, b, direction.ascent()));
            double[] target = Symmetric.unpack(BlockPosteriors.packed(blocks, b, direction.targetPrecision()), n);
            double[] z = Symmetric.pack(Triangular.congruence(cholesky.inverseFactor(), target, n), n);
            for (int i = 0, at = 0; i < n; at += ++i + 1) {
                z[at] -= 1;
            }
            System.arraycopy(y, 0, ascent, blocks.firstCoefficient(b), n);
            System.arraycopy(z, 0, shape, blocks.packedOffset(b), z.length);
        }
        return List.of(ascent, Vectors.plusScaled(new double[shape.length], -1, shape));
    }

    private OptimizerState nextMemory(OptimizerState memory, List<double[]> whitened) {
        if (memory.vectors().isEmpty()) {
            return new OptimizerState(whitened, memory.steps() + 1);
        }
        List<double[]> mixed = List.of(
                Vectors.mix(momentum, memory.vectors().get(0), whitened.get(0)),
                Vectors.mix(momentum, memory.vectors().get(1), whitened.get(1)));
        return new OptimizerState(mixed, memory.steps() + 1);
    }

    /** Step size β for which every eigenvalue of M lies between ½ and the factor; 0 if Z is not finite. */
    private double boundedStepSize(double[] z, int n, double stepSize) {
        Spectrum spectrum = Spectrum.estimate(n, v -> Symmetric.multiplyPacked(z, v));
        return spectrum.isFinite()
                ? spectrum.boundedStepSize(stepSize, -1, Math.sqrt(2 * trustRegion.factor() - 1) - 1)
                : 0;
    }

    /** The Gaussian of covariance RMRᵀ. With M = KKᵀ its precision is BᵀB, B = K⁻¹Cᵀ. */
    private static @Nullable FullGaussian retractedGaussian(FullGaussian part, double[] z, double stepSize) {
        int n = part.dimension();
        double[] step = Symmetric.unpack(Vectors.plusScaled(new double[z.length], stepSize, z), n);
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[] m = new double[n * n];
        part.kernel().addWeightedGram(step, 0, n, n, ones, m);
        for (int i = 0; i < n * n; i++) {
            m[i] = step[i] + 0.5 * m[i] + (i % (n + 1) == 0 ? 1 : 0);
        }
        Cholesky factored = Cholesky.of(part.kernel(), m, n);
        if (factored == null) {
            return null;
        }
        double[] b = Products.transposed(
                Triangular.timesTransposed(part.cholesky().factor(), factored.inverseFactor(), n), n, n);
        double[] precision = new double[n * n];
        part.kernel().addWeightedGram(b, 0, n, n, ones, precision);
        return FullGaussian.of(part.kernel(), part.mean(), Symmetric.pack(precision, n));
    }
}
