package io.credence.update;

import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.List;

/**
 * Memory of an update rule between steps, such as momentum or Adam's moments.
 *
 * @param vectors vectors in an order that the rule knows; empty before the first step
 * @param steps number of steps taken
 */
public record OptimizerState(List<double[]> vectors, int steps) implements Serializable {

    /** Memory before the first step. */
    public static final OptimizerState NONE = new OptimizerState(List.of(), 0);

    /** Whether every number is finite. */
    boolean isFinite() {
        return vectors.stream().allMatch(Vectors::isFinite);
    }
}
