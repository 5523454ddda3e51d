package io.credence.schedule;

/**
 * Step size that is constant at first and then falls as 1/t, β_t = min(β0, β0 t′/t) (QBVI, appendix B).
 *
 * @param initialStepSize initial step size β0, positive and finite
 * @param lastConstantStep last step t′ of size β0, at least 1
 */
public record DecayingStepSize(double initialStepSize, int lastConstantStep) implements StepSchedule {

    /** The paper's schedule: 0.1, falling from step 800 (QBVI Table 3). */
    public static final DecayingStepSize DEFAULT = new DecayingStepSize(0.1, 800);

    public DecayingStepSize {
        ConstantStepSize.requireStepSize(initialStepSize);
        if (lastConstantStep < 1) {
            throw new IllegalArgumentException(
                    "a step size must decay from step 1 or later but was to from " + lastConstantStep);
        }
    }

    @Override
    public double stepSize(int step) {
        return step <= lastConstantStep ? initialStepSize : initialStepSize * lastConstantStep / step;
    }
}
