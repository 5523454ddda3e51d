package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import org.jspecify.annotations.Nullable;

/** Likelihood whose density has powers of known integral, of which the β- and γ-losses are made. */
public interface PoweredLikelihood extends Likelihood {

    /** Least order at which the loss has a finite expectation under some normal posterior. */
    double leastOrder();

    /** Whether the least order itself is too low. */
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
     * Reason why the robust loss of an order cannot have a dispersion, as the integral of the power diverges; null if
     * it can.
     */
    default @Nullable String dispersionRefusal(RobustForm form, double order, double dispersion) {
        return null;
    }
}
