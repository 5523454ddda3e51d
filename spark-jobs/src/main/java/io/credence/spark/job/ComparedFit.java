package io.credence.spark.job;

import io.credence.result.SavedPosterior;
import org.jspecify.annotations.Nullable;

/**
 * Fit that is compared with another one of the same rows.
 *
 * @param name name of the fit in messages, such as its path
 * @param posterior result of the fit
 * @param pointwise text of its {@code pointwise.csv}; null where it has none
 */
public record ComparedFit(
        String name, SavedPosterior posterior, @Nullable String pointwise) {

    /** Note on a fit that is not reliable, in brackets; else empty. */
    String note() {
        return posterior.isReliable() ? "" : " (" + posterior.reliability().label() + ")";
    }
}
