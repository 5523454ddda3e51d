package io.credence.likelihood;

import org.jspecify.annotations.Nullable;

/** What labels must be: the reason why one is refused, or null. */
public final class Labels {

    private Labels() {}

    public static @Nullable String requireFinite(double label) {
        return Double.isFinite(label) ? null : "required: a finite number";
    }

    /** Refuses a number of classes that no family has. */
    static void requireClasses(String family, int classes) {
        if (classes < 2 || classes > Likelihoods.MOST_CLASSES) {
            throw new IllegalArgumentException(
                    family + " requires 2 to " + Likelihoods.MOST_CLASSES + " classes but found " + classes);
        }
    }

    static @Nullable String requireClass(double label, int classes) {
        return label >= 0 && label < classes && label == Math.rint(label)
                ? null
                : "required: a class 0 to " + (classes - 1);
    }

    static @Nullable String requireCount(double label) {
        return label >= 0 && label == Math.rint(label) && Double.isFinite(label) ? null : "required: 0, 1, 2, …";
    }
}
