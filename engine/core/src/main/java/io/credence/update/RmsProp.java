package io.credence.update;

import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Optimiser RMSProp (Tieleman and Hinton 2012, lecture 6.5): v ← ρv + (1 − ρ)g², and the move β g/(√v + ε). The first v
 * is g².
 *
 * @param decay ρ in [0, 1)
 * @param epsilon ε, positive
 */
record RmsProp(double decay, double epsilon) implements Optimizer {

    /** The lecture's ρ = 0.9 with ε = 1e-8. */
    public static final RmsProp DEFAULT = new RmsProp(0.9, 1e-8);

    public RmsProp {
        Checks.requireShare("decay of RMSProp", decay);
        Checks.requirePositive("epsilon of RMSProp", epsilon);
    }

    @Override
    public Move move(double[] gradient, OptimizerState memory, double stepSize) {
        double[] squares = Vectors.squares(gradient);
        double[] mean = memory.vectors().isEmpty()
                ? squares
                : Vectors.mix(decay, memory.vectors().get(0), squares);
        double[] change = Vectors.divideByRoot(gradient, mean, stepSize, epsilon);
        return new Move(change, new OptimizerState(List.of(mean), memory.steps() + 1));
    }
}
