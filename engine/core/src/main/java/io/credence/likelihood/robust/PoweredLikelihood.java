package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import org.jspecify.annotations.Nullable;

/** A likelihood whose density has powers of known integral, of which the β- and γ-losses are made. */
public interface PoweredLikelihood extends Likelihood {

    /** Least order at which the loss has a finite expectation under some normal posterior. */
    double leastOrder();

    /** Whether that order itself is too low. */
    default boolean isAboveLeastOrder() {
        return false;
    }

    /** The loss of that order, which is not 1, at a known dispersion. */
    RowLoss robustLoss(RobustForm form, double order, double dispersion);

    /** Relative error to which that loss's expectations agree with each other. */
    default double robustAccuracy() {
        return 1e-11;
    }

    /** Why that dispersion cannot be at that order: the integral of the power diverges; null if it can. */
    default @Nullable String refuseDispersion(RobustForm form, double order, double dispersion) {
        return null;
    }
}
