package io.credence.schedule;

/**
 * Schedule of one constant step size.
 *
 * @param stepSize step size β, positive and finite
 */
public record ConstantStepSize(double stepSize) implements StepSchedule {

    public ConstantStepSize {
        requireStepSize(stepSize);
    }

    @Override
    public double stepSize(int step) {
        return stepSize;
    }

    static void requireStepSize(double stepSize) {
        if (!(stepSize > 0 && stepSize < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the step size must be positive and finite but was " + stepSize);
        }
    }
}
