package io.credence.update;

import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Optimiser Adam (Kingma and Ba 2015, algorithm 1). It updates m ← β₁m + (1 − β₁)g and v ← β₂v + (1 − β₂)g², and with
 * both divided by 1 − βᵗ the move is β m̂/(√v̂ + ε).
 *
 * @param firstDecay β₁ in [0, 1)
 * @param secondDecay β₂ in [0, 1)
 * @param epsilon ε, positive
 */
public record Adam(double firstDecay, double secondDecay, double epsilon) implements Optimizer {

    /** The paper's values 0.9, 0.999 and 1e-8. */
    public static final Adam DEFAULT = new Adam(0.9, 0.999, 1e-8);

    /**
     * Adam with β₂ = 0.99, for wide starts. There the first gradients are thousands of times the later ones, and with
     * 0.999 they shorten every step for a thousand steps.
     */
    public static final Adam FORGETFUL = new Adam(0.9, 0.99, 1e-8);

    public Adam {
        UpdateRequirements.requireShare("decay of Adam's first moment", firstDecay);
        UpdateRequirements.requireShare("decay of Adam's second moment", secondDecay);
        UpdateRequirements.requirePositive("epsilon of Adam", epsilon);
    }

    @Override
    public Move move(double[] gradient, OptimizerState memory, double stepSize) {
        int d = gradient.length;
        boolean fresh = memory.vectors().isEmpty();
        double[] first =
                Vectors.mix(firstDecay, fresh ? new double[d] : memory.vectors().get(0), gradient);
        double[] second = Vectors.mix(
                secondDecay, fresh ? new double[d] : memory.vectors().get(1), Vectors.squares(gradient));
        int steps = memory.steps() + 1;
        double firstShare = 1 - Math.pow(firstDecay, steps);
        double secondShare = 1 - Math.pow(secondDecay, steps);
        double[] change = new double[d];
        for (int j = 0; j < d; j++) {
            change[j] = stepSize * (first[j] / firstShare) / (Math.sqrt(second[j] / secondShare) + epsilon);
        }
        return new Move(change, new OptimizerState(List.of(first, second), steps));
    }
}
