package io.credence.update;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Move of a full or block-diagonal precision towards its target within a trust region. */
final class MatrixMove {
    // In block b the step P + β(T − P) has the eigenvalues 1 + βe in units of P, where e are those of C⁻¹(T − P)C⁻ᵀ.
    // Independent blocks take a β each.

    private static final double SMALLEST_STEP = 0x1p-40;

    private MatrixMove() {}

    /** Block with its target and the range of the eigenvalues e. */
    private record BlockTarget(FullGaussian block, double[] targetPrecision, Spectrum spectrum) {
        static BlockTarget of(FullGaussian part, double[] target) {
            Cholesky c = part.cholesky();
            Spectrum spectrum = Spectrum.estimate(part.dimension(), v -> {
                double[] product = Symmetric.multiplyPacked(target, c.solveTransposed(v));
                return Vectors.plusScaled(c.solveFactor(product), -1, v);
            });
            return new BlockTarget(part, target, spectrum);
        }
    }

    /** The moved posterior; null if none was finite and positive definite. */
    static <Q extends GaussianPosterior> @Nullable PrecisionStep<Q> movedPosterior(
            Q current, double[] target, double stepSize, Constraint constraint, double factor) {
        if (constraint == Constraint.LOG_TRANSFORM) {
            throw new IllegalArgumentException("the log transform moves a diagonal precision but found "
                    + current.family() + "; required is the retraction or the step bound");
        }
        List<BlockTarget> aims = new ArrayList<>();
        double shared = stepSize;
        for (FullGaussian part : BlockPosteriors.blockGaussians(current)) {
            BlockTarget aim = BlockTarget.of(part, BlockPosteriors.packed(current.blocks(), aims.size(), target));
            if (!aim.spectrum.isFinite()) {
                return null;
            }
            if (constraint == Constraint.STEP_BOUND) {
                shared = aim.spectrum.boundedStepSize(shared, -DiagonalMove.EDGE_SHARE, Double.POSITIVE_INFINITY);
            }
            aims.add(aim);
        }
        double smallest = shared;
        List<FullGaussian> moved = new ArrayList<>();
        for (BlockTarget aim : aims) {
            double limit = factor == Double.POSITIVE_INFINITY
                    ? shared
                    : aim.spectrum.boundedStepSize(shared, 1 / factor - 1, factor - 1);
            double size = addMovedBlock(aim, limit, moved);
            if (size == 0) {
                return null;
            }
            smallest = Math.min(smallest, size);
        }
        Q joined = BlockPosteriors.joinBlocks(current, moved);
        return joined == null ? null : new PrecisionStep<>(joined, shared, smallest);
    }

    /** Adds the moved block and returns its step size, 0 if none was possible. */
    private static double addMovedBlock(BlockTarget aim, double limit, List<FullGaussian> moved) {
        for (double size = limit; size >= limit * SMALLEST_STEP; size /= 2) {
            FullGaussian next = aim.block.withPrecisionTowards(aim.targetPrecision, size);
            if (next != null) {
                moved.add(next);
                return size;
            }
        }
        return 0;
    }
}
