package io.credence.schedule;

/**
 * Step size that is constant at first and then falls as 1/t, β_t = min(β0, β0 t′/t) (QBVI, appendix B).
 *
 * @param first initial step size β0, positive and finite
 * @param from last step t′ of size β0, at least 1
 */
public record DecayingStepSize(double first, int from) implements StepSchedule {

    /** The paper's schedule: 0.1, falling from step 800 (QBVI Table 3). */
    public static final DecayingStepSize DEFAULT = new DecayingStepSize(0.1, 800);

    public DecayingStepSize {
        ConstantStepSize.requireStepSize(first);
        if (from < 1) {
            throw new IllegalArgumentException("a step size must decay from step 1 or later but was to from " + from);
        }
    }

    @Override
    public double stepSize(int step) {
        return step <= from ? first : first * from / step;
    }
}
