package io.credence.part;

import java.util.function.DoublePredicate;

/**
 * Range of numbers between two ends, each of which belongs to it or not.
 *
 * @param least lower end; minus infinity for none
 * @param hasLeast whether the lower end belongs to the range
 * @param most upper end; infinity for none
 * @param hasMost whether the upper end belongs to the range
 */
public record NumberRange(double least, boolean hasLeast, double most, boolean hasMost) implements DoublePredicate {

    private static final double NONE = Double.POSITIVE_INFINITY;

    /** All numbers above a bound. */
    public static NumberRange above(double bound) {
        return new NumberRange(bound, false, NONE, false);
    }

    /** All numbers between two, without these. */
    public static NumberRange between(double least, double most) {
        return new NumberRange(least, false, most, false);
    }

    /** All numbers from one up to another. */
    public static NumberRange from(double least, double most) {
        return new NumberRange(least, true, most, true);
    }

    /** All numbers above a bound, up to another number. */
    public static NumberRange aboveUpTo(double bound, double most) {
        return new NumberRange(bound, false, most, true);
    }

    /** All numbers from one on, below a bound. */
    public static NumberRange fromBelow(double least, double bound) {
        return new NumberRange(least, true, bound, false);
    }

    @Override
    public boolean test(double number) {
        return (number > least || hasLeast && number == least) && (number < most || hasMost && number == most);
    }

    /** The range in words, to follow "a number", such as " above 0, at most 1". */
    public String words() {
        if (hasLeast == hasMost && most < NONE) {
            return (hasLeast ? " from " : " between ") + shown(least) + (hasLeast ? " to " : " and ") + shown(most);
        }
        return (hasLeast ? " from " : " above ")
                + shown(least)
                + (most == NONE ? "" : (hasMost ? ", at most " : ", below ") + shown(most));
    }

    private static String shown(double end) {
        return end == Math.rint(end) ? String.valueOf((long) end) : String.valueOf(end);
    }
}
