package io.credence.update;

import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Optimiser by plain gradient ascent: ĝ ← γĝ + (1 − γ)g (QBVI appendix B), and the move β ĝ. The first ĝ is g.
 *
 * @param momentum γ in [0, 1); 0 for none
 */
record GradientAscent(double momentum) implements Optimizer {

    public GradientAscent {
        Checks.requireShare("momentum", momentum);
    }

    @Override
    public Move move(double[] gradient, OptimizerState memory, double stepSize) {
        double[] smooth = memory.vectors().isEmpty()
                ? gradient.clone()
                : Vectors.mix(momentum, memory.vectors().get(0), gradient);
        double[] change = Vectors.plusScaled(new double[gradient.length], stepSize, smooth);
        return new Move(change, new OptimizerState(momentum == 0 ? List.of() : List.of(smooth), memory.steps() + 1));
    }
}
