package io.credence.update;

import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Optimiser AdaGrad (Duchi, Hazan and Singer 2011, figure 1, diagonal): G ← G + g², and the move β g/(√G + ε).
 *
 * @param epsilon ε, positive
 */
record AdaGrad(double epsilon) implements Optimizer {

    /** Default with ε = 1e-8. */
    public static final AdaGrad DEFAULT = new AdaGrad(1e-8);

    public AdaGrad {
        Checks.requirePositive("epsilon of AdaGrad", epsilon);
    }

    @Override
    public Move move(double[] gradient, OptimizerState memory, double stepSize) {
        double[] squares = Vectors.squares(gradient);
        double[] sum = memory.vectors().isEmpty()
                ? squares
                : Vectors.plusScaled(memory.vectors().get(0), 1, squares);
        double[] change = Vectors.divideByRoot(gradient, sum, stepSize, epsilon);
        return new Move(change, new OptimizerState(List.of(sum), memory.steps() + 1));
    }
}
