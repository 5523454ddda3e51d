package io.credence.update;

import io.credence.linalg.Vectors;
import java.util.List;

/**
 * Optimiser by plain ascent with lengths of distance over gradients (Ivgi, Hinder and Carmon 2023, equation 2): the
 * move β r̄ g/√Σ|g|², where r̄ is the longest distance from the first point so far, at least r_ε. There is no step size
 * to tune: β is 1.
 *
 * @param initialDistance first distance r_ε, positive
 */
record DistanceOverGradients(double initialDistance) implements Optimizer {

    /** Default with r_ε = 0.01, of the order of the error of a start near the optimum in its own units. */
    public static final DistanceOverGradients DEFAULT = new DistanceOverGradients(0.01);

    public DistanceOverGradients {
        Checks.requirePositive("first distance", initialDistance);
    }

    @Override
    public Move move(double[] gradient, OptimizerState memory, double stepSize) {
        boolean fresh = memory.vectors().isEmpty();
        double[] from = fresh ? new double[gradient.length] : memory.vectors().get(0);
        double[] observed = fresh ? new double[] {initialDistance, 0} : memory.vectors().get(1);
        double reach = Math.max(observed[0], Vectors.norm(from));
        double squares = observed[1] + Vectors.dot(gradient, gradient);
        double size = squares > 0 ? stepSize * reach / Math.sqrt(squares) : 0;
        double[] change = Vectors.scaled(size, gradient);
        double[] next = Vectors.plusScaled(from, 1, change);
        return new Move(change, new OptimizerState(List.of(next, new double[] {reach, squares}), memory.steps() + 1));
    }
}
