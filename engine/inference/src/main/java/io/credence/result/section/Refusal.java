package io.credence.result.section;

import java.util.List;

/** Refusals of values that no fit writes: what is wrong and where, what is required, and what was found. */
public final class Refusal {

    private static final int SHOWN = 60;

    private Refusal() {}

    static String text(String wrong, String required, String found) {
        return wrong + ": required " + required + ", found "
                + (found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found);
    }

    /**
     * Creates the refusal.
     *
     * @param wrong place with what is wrong there
     */
    public static IllegalArgumentException of(String wrong, String required, Object found) {
        return new IllegalArgumentException(text(wrong, required, String.valueOf(found)));
    }

    /** Requires a finite number above 0. */
    static void requirePositive(String place, double number) {
        if (!(number > 0 && Double.isFinite(number))) {
            throw Double.isNaN(number)
                    ? of(place + " is missing", "a number above 0", "nothing")
                    : of(place + " is out of range", "a number above 0", number);
        }
    }

    /** Requires a finite number. */
    static void requireFinite(String place, double number) {
        if (!Double.isFinite(number)) {
            throw of(place + " is missing", "a finite number", "nothing");
        }
    }

    /** Requires a list or an array of a given length. */
    public static void requireLength(String place, int required, int found) {
        if (found != required) {
            throw of(place + " has the wrong length", required + " entries", found);
        }
    }

    /** Requires lists of the same length. */
    static void requireLengths(int required, List<String> places, int... found) {
        for (int i = 0; i < found.length; i++) {
            requireLength(places.get(i), required, found[i]);
        }
    }
}
