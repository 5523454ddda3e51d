package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood whose density has powers with an integral that can be computed. The β- and γ-losses are made of these
 * powers.
 */
public interface PoweredLikelihood extends Likelihood {

    /** Least order at which the loss has a finite expectation under some normal posterior. */
    double leastOrder();

    /** Whether the least order itself is excluded. */
    default boolean leastOrderIsExcluded() {
        return false;
    }

    /** Robust loss of the given order, which is not 1, at a known dispersion. */
    RowLoss robustLoss(RobustForm form, double order, double dispersion);

    /** Relative accuracy to which expected value, slope and curvature of the robust loss are consistent. */
    default double robustAccuracy() {
        return 1e-11;
    }

    /**
     * Reason why the robust loss of this order cannot have this dispersion, since the integral of the power diverges;
     * null if it can.
     */
    default @Nullable String dispersionRefusal(RobustForm form, double order, double dispersion) {
        return null;
    }
}
