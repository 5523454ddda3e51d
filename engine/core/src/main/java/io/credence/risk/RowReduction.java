package io.credence.risk;

import java.io.Serializable;

/**
 * The executors' half of an objective that is not linear in the losses of a row at its draws: a risk of one row, over the draws
 * (003, sections 3 and 4).
 */
public interface RowReduction extends Serializable {

    /** Name with hyperparameters, for logs. */
    String name();

    /** c of mean_s ℓ_s − c Var_s ℓ, which the risk is to second order in the spread of the losses; 0 where it is not of that form. */
    default double varianceWeight() {
        return 0;
    }

    /**
     * The risk of a row, nats.
     *
     * @param losses ℓ(θ_s) at {@code first + s · stride}
     * @param slopes where ∂risk/∂ℓ(θ_s) is written, at the same positions
     */
    double reduce(double[] losses, int first, int stride, int draws, double[] slopes);
}
