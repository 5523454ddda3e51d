package io.credence.update;

import io.credence.family.FisherInformation;
import io.credence.family.Posterior;
import io.credence.linalg.Vectors;
import io.credence.optimize.NewtonSearch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Natural-gradient step of an exponential family (QBVI Algorithm 1 and Appendix C). It goes along a straight line of
 * natural parameters (ii-a), or, with the log transform, of the unconstrained λ, whose positive numbers are logarithms
 * (ii-b). A step that would go further than half the way to the edge of the family is halved; a direction that is not
 * finite leaves posterior and memory unchanged.
 *
 * @param constraint method, which determines the line
 * @param trustRegion limit of a step, in the metric of the Fisher information
 * @param momentum γ of ĝ ← γĝ + (1 − γ)g, in [0, 1)
 * @param maxGradientLength longest gradient in λ that is not shortened; infinite for none
 */
record FamilyGradient(Constraint constraint, TrustRegion trustRegion, double momentum, double maxGradientLength)
        implements UpdateRule<Posterior> {

    /** Smallest share of a step that is tried. */
    private static final double LEAST = 0x1p-30;

    public FamilyGradient {
        UpdateRequirements.requireShare("momentum", momentum);
        UpdateRequirements.requirePositive("longest gradient", maxGradientLength);
    }

    @Override
    public UpdateResult<Posterior> nextUpdate(
            Posterior current, OptimizerState memory, Direction direction, double stepSize) {
        UpdateRequirements.requireStepSize(stepSize);
        UpdateResult<Posterior> still = new UpdateResult<>(current, memory, 0);
        FisherInformation information =
                Objects.requireNonNull(current.information(), "an exponential family is required");
        if (!direction.isFinite()) {
            return still;
        }
        double[] gradient = smoothed(memory, clipped(direction.ascent()));
        double[] move = information.solve(gradient);
        double squares = stepSize * stepSize * Vectors.dot(move, gradient);
        if (!Vectors.isFinite(move) || !Double.isFinite(squares)) {
            return still;
        }
        OptimizerState after = new OptimizerState(momentum == 0 ? List.of() : List.of(gradient), memory.steps() + 1);
        double size = stepSize * trustRegion.insideShare(squares, move.length);
        UpdateResult<Posterior> moved = NewtonSearch.largestStep(size, LEAST * size, share -> {
            Posterior next = afterMove(current, information, move, share);
            return next == null ? null : new UpdateResult<>(next, after, share);
        });
        return moved == null ? still : moved;
    }

    private @Nullable Posterior afterMove(
            Posterior current, FisherInformation information, double[] move, double share) {
        if (constraint != Constraint.LOG_TRANSFORM) {
            boolean inside = information.posteriorAlong(move, share / DiagonalMove.EDGE_SHARE) != null;
            return inside ? information.posteriorAlong(move, share) : null;
        }
        try {
            return current.with(Vectors.plusScaled(current.parameters(), share, move));
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    private double[] clipped(double[] gradient) {
        double share = Math.min(1, maxGradientLength / Vectors.norm(gradient));
        return share < 1 ? Vectors.scaled(share, gradient) : gradient;
    }

    private double[] smoothed(OptimizerState memory, double[] gradient) {
        return memory.vectors().isEmpty()
                ? gradient
                : Vectors.mix(momentum, memory.vectors().get(0), gradient);
    }
}
