package io.credence.autodiff;

import java.util.Arrays;
import java.util.Objects;

/**
 * One way through a function: its operations in order. Slots 0, 1, … are the inputs, then the results of the steps.
 *
 * @param inputs number of inputs
 * @param steps the operations
 * @param output slot of the result
 * @param constants the steps that have a constant, in their order
 */
record Course(int inputs, Step[] steps, int output, Step[] constants) {

    static Course of(int inputs, Step last, int output) {
        Step[] steps = new Step[last.result.slot() + 1 - inputs];
        Step step = last;
        for (int k = steps.length - 1; k >= 0; k--) {
            steps[k] = step;
            step = Objects.requireNonNull(step.before);
        }
        Step[] constants = Arrays.stream(steps).filter(Step::hasConstant).toArray(Step[]::new);
        return new Course(inputs, steps, output, constants);
    }

    /** How many of the constants were found to differ between recordings; it only grows. */
    int varying() {
        int count = 0;
        for (Step step : constants) {
            count += step.varies ? 1 : 0;
        }
        return count;
    }
}
