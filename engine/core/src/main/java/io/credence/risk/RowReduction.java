package io.credence.risk;

import java.io.Serializable;

/**
 * Risk of one row over the draws, which reduces the row's losses to one number (Futami et al. 2022, sections 3 and 4).
 * It is the executors' half of an objective that is not linear in these losses.
 */
public interface RowReduction extends Serializable {

    /** Name with hyperparameters, for logs. */
    String name();

    /**
     * Weight c of the variance in the risk, mean_s ℓ_s − c Var_s ℓ to second order in the spread of the losses. It is 0
     * where the risk is not of that form.
     */
    default double varianceWeight() {
        return 0;
    }

    /**
     * Computes the risk of a row, nats, and its derivatives in the losses.
     *
     * @param losses losses ℓ(θ_s) at {@code first + s · stride}
     * @param slopes receives the derivatives ∂risk/∂ℓ(θ_s), at the same positions
     */
    double reduce(double[] losses, int first, int stride, int draws, double[] slopes);
}
