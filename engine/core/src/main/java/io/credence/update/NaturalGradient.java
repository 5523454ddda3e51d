package io.credence.update;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.optimize.NewtonSearch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Natural-gradient step of a full, block-diagonal or diagonal Gaussian (QBVI eq. 12–14; Khan and Rue 2023, The Bayesian
 * learning rule). It is P⁺ = (1 − β)P + βT and μ⁺ = μ + β S⁺ times the ascent. At β = 1 it lands on the optimum of a
 * quadratic bound. A direction that is not finite leaves posterior and memory unchanged.
 *
 * @param constraint method that keeps the precision positive definite; the log transform only for a diagonal one
 * @param trustRegion limit of a step
 * @param momentum γ of ĝ ← γĝ + (1 − γ)g, applied to ascent and T, in [0, 1); QBVI Table 3 has 0.4, 0 is none
 * @param meanStepRatio ratio of the mean's step to that of the precision, at most 1 in all (QBVI Appendix F.2:
 *     component-wise learning rates); 1 for one step of both
 * @param maxGradientLength longest gradient (ascent, ½(T − P)), packed, that is not shortened; QBVI Table 3 has 1000, infinite is none
 */
record NaturalGradient<Q extends GaussianPosterior>(
        Constraint constraint, TrustRegion trustRegion, double momentum, double meanStepRatio, double maxGradientLength)
        implements UpdateRule<Q> {

    public NaturalGradient {
        UpdateRequirements.requireShare("momentum", momentum);
        UpdateRequirements.requirePositive("factor of the mean's step", meanStepRatio);
        UpdateRequirements.requirePositive("longest gradient", maxGradientLength);
    }

    /** The rule without momentum or clipping, with the default trust region. */
    public NaturalGradient(Constraint constraint) {
        this(constraint, TrustRegion.DEFAULT, 0, 1, Double.POSITIVE_INFINITY);
    }

    @Override
    public UpdateResult<Q> nextUpdate(Q current, OptimizerState memory, Direction direction, double stepSize) {
        UpdateRequirements.requireStepSize(stepSize);
        UpdateResult<Q> still = new UpdateResult<>(current, memory, 0);
        if (!direction.isFinite()) {
            return still;
        }
        Direction smooth = smoothed(memory, clipped(current, direction));
        PrecisionStep<Q> shaped = precisionStep(current, smooth.targetPrecision(), stepSize);
        if (shaped == null) {
            return still;
        }
        double[] move = shaped.posterior().covarianceTimes(smooth.ascent());
        double own = Math.min(1, meanStepRatio * shaped.stepSize());
        double share = trustRegion.insideShare(current, Vectors.plusScaled(new double[move.length], own, move));
        double[] mean = Vectors.plusScaled(current.mean(), share * own, move);
        if (!Vectors.isFinite(mean)) {
            return still;
        }
        return new UpdateResult<>(
                withMean(shaped.posterior(), mean),
                nextMemory(memory, smooth),
                Math.min(shaped.smallest(), share * own));
    }

    private Direction clipped(Q current, Direction direction) {
        if (maxGradientLength == Double.POSITIVE_INFINITY) {
            return direction;
        }
        double[] change = Vectors.plusScaled(direction.targetPrecision(), -1, current.precision());
        double length =
                Math.sqrt(Vectors.dot(direction.ascent(), direction.ascent()) + 0.25 * Vectors.dot(change, change));
        double share = maxGradientLength / length;
        return share >= 1
                ? direction
                : new Direction(
                        Vectors.plusScaled(new double[current.dimension()], share, direction.ascent()),
                        Vectors.plusScaled(current.precision(), share, change));
    }

    private Direction smoothed(OptimizerState memory, Direction direction) {
        return memory.vectors().isEmpty()
                ? direction
                : new Direction(
                        Vectors.mix(momentum, memory.vectors().get(0), direction.ascent()),
                        Vectors.mix(momentum, memory.vectors().get(1), direction.targetPrecision()));
    }

    private OptimizerState nextMemory(OptimizerState memory, Direction smooth) {
        return new OptimizerState(
                momentum == 0 ? List.of() : List.of(smooth.ascent(), smooth.targetPrecision()), memory.steps() + 1);
    }

    private @Nullable PrecisionStep<Q> precisionStep(Q current, double[] target, double stepSize) {
        return current.isMeanField()
                ? DiagonalMove.movedPosterior(current, target, stepSize, constraint, trustRegion.factor())
                : MatrixMove.movedPosterior(current, target, stepSize, constraint, trustRegion.factor());
    }

    @SuppressWarnings("unchecked") // every family keeps to itself when its mean changes
    static <Q extends GaussianPosterior> Q withMean(Q posterior, double[] mean) {
        return (Q) posterior.withMean(mean);
    }

    /** Move of a full or block-diagonal precision towards its target within a trust region. */
    static final class MatrixMove {
        // In block b the step P + β(T − P) has the eigenvalues 1 + βe in units of P, where e are those of C⁻¹(T −
        // P)C⁻ᵀ.
        // Independent blocks take a β each.

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
            PrecisionStep<FullGaussian> taken =
                    NewtonSearch.largestStep(limit, limit * NewtonSearch.LEAST_SHARE, size -> {
                        FullGaussian next = aim.block.withPrecisionTowards(aim.targetPrecision, size);
                        return next == null ? null : new PrecisionStep<>(next, size, size);
                    });
            if (taken == null) {
                return 0;
            }
            moved.add(taken.posterior());
            return taken.stepSize();
        }
    }
}
