package io.credence.loss;

import org.jspecify.annotations.Nullable;

/** What labels must be: the reason why one is refused, or null. */
final class Labels {

    private Labels() {}

    static @Nullable String requireFinite(double label) {
        return Double.isFinite(label) ? null : "required: a finite number";
    }

    static @Nullable String requireCount(double label) {
        return label >= 0 && label == Math.rint(label) && Double.isFinite(label) ? null : "required: 0, 1, 2, …";
    }
}
