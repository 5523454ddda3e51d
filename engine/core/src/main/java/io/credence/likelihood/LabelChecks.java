package io.credence.likelihood;

import io.credence.quadrature.SoftmaxNodes;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks of labels; each returns the reason why a label is refused, or null. */
public final class LabelChecks {

    /** Largest number of classes of labels. The 512 points of {@link SoftmaxNodes} are good to some forty dimensions. */
    public static final int MOST_CLASSES = 41;

    private LabelChecks() {}

    public static @Nullable String refusalUnlessFinite(double label) {
        return Double.isFinite(label) ? null : "required: a finite number";
    }

    /**
     * Whether the distinct labels are whole numbers that encode classes, but are not the class numbers themselves.
     *
     * @param levels distinct labels; those of classes are whole numbers, at least two
     * @param most largest number of classes
     * @param isClass whether the level at an index is the number of its class
     */
    public static boolean areClassCodes(double[] levels, int most, IntPredicate isClass) {
        return levels.length >= 2
                && levels.length <= most
                && Arrays.stream(levels).allMatch(level -> level == Math.rint(level))
                && !IntStream.range(0, levels.length).allMatch(isClass);
    }

    /** Throws where a number of classes is below 2 or above {@link #MOST_CLASSES}. */
    public static void requireClasses(String family, int classes) {
        if (classes < 2 || classes > MOST_CLASSES) {
            throw new IllegalArgumentException(
                    family + " requires 2 to " + MOST_CLASSES + " classes but found " + classes);
        }
    }

    public static @Nullable String refusalUnlessClass(double label, int classes) {
        return label >= 0 && label < classes && label == Math.rint(label)
                ? null
                : "required: a class 0 to " + (classes - 1);
    }

    public static @Nullable String refusalUnlessCount(double label) {
        return label >= 0 && label == Math.rint(label) && Double.isFinite(label) ? null : "required: 0, 1, 2, …";
    }
}
