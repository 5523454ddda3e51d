package io.credence.part;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * A setting of a part.
 *
 * @param name key within the section of the part
 * @param type of its values
 * @param initial default, of that type
 * @param range what is required of a value, for messages
 * @param allowed whether a number, or each of a list, is in that range
 * @param words all values of a choice; of pieces the name of their amount, to which
 *     {@code allowed} applies, and its range; empty for other types
 * @param line what it means, in one line without a full stop
 */
public record Option(
        String name,
        Type type,
        Object initial,
        String range,
        DoublePredicate allowed,
        List<String> words,
        String line) {

    /** Types of values. */
    public enum Type {
        /** A finite {@link Double}. */
        NUMBER,
        /** A finite {@link Double} or, for the word auto, {@link #AUTOMATIC}. */
        NUMBER_OR_AUTO,
        /** An {@link Integer}. */
        WHOLE,
        /** A {@link Boolean}. */
        FLAG,
        /** A list of {@link Integer}s. */
        WHOLES,
        /** One {@link String} of several. */
        WORD,
        /** A list of {@link Piece}s, of parts of the same kind. */
        PIECES
    }

    /** Value of a number that the rows choose. */
    public static final Double AUTOMATIC = Double.NEGATIVE_INFINITY;

    private static final String AUTO = "auto";

    /** A number above 0, or auto, the default, for one that the rows choose. */
    public static Option positiveOrAuto(String name, String line) {
        return positiveOrAuto(name, AUTOMATIC, line);
    }

    /** A number above 0, or auto for one that the rows choose. */
    public static Option positiveOrAuto(String name, double initial, String line) {
        return numberOrAuto(name, initial, "a number above 0, or auto", x -> x > 0, line);
    }

    /** A number in a range, or auto for one that the rows choose. */
    public static Option numberOrAuto(String name, double initial, String range, DoublePredicate allowed, String line) {
        DoublePredicate either = x -> allowed.test(x) || AUTOMATIC.equals(x);
        return new Option(name, Type.NUMBER_OR_AUTO, initial, range, either, List.of(), line);
    }

    /** A number in a range. */
    public static Option number(String name, double initial, String range, DoublePredicate allowed, String line) {
        return new Option(name, Type.NUMBER, initial, range, allowed, List.of(), line);
    }

    /** Any number. */
    public static Option number(String name, double initial, String line) {
        return number(name, initial, "a number", x -> true, line);
    }

    /** A number above 0. */
    public static Option positive(String name, double initial, String line) {
        return number(name, initial, "a number above 0", x -> x > 0, line);
    }

    /** A number strictly between 0 and 1. */
    public static Option share(String name, double initial, String line) {
        return number(name, initial, "a number between 0 and 1", x -> x > 0 && x < 1, line);
    }

    /** A number above 0 that something may not exceed; null, infinity, for no limit, which is the default. */
    public static Option limit(String name, String line) {
        double none = Double.POSITIVE_INFINITY;
        return number(name, none, "a number above 0, or null for no limit", x -> x > 0, line);
    }

    /** Any number but one. */
    public static Option other(String name, double initial, int forbidden, String line) {
        return number(name, initial, "a number other than " + forbidden, x -> x != forbidden, line);
    }

    /** A whole number from {@code least}. */
    public static Option whole(String name, int initial, int least, String line) {
        return whole(name, initial, "a whole number from " + least, x -> x >= least, line);
    }

    /** A whole number in a range. */
    public static Option whole(String name, int initial, String range, DoublePredicate allowed, String line) {
        return new Option(name, Type.WHOLE, initial, range, allowed, List.of(), line);
    }

    /** True or false. */
    public static Option flag(String name, boolean initial, String line) {
        return new Option(name, Type.FLAG, initial, "true or false", x -> true, List.of(), line);
    }

    /** A list of whole numbers from {@code least}; none at first. */
    public static Option wholes(String name, int least, String line) {
        String range = "a list of whole numbers from " + least + " such as [3, 5]";
        return new Option(name, Type.WHOLES, List.of(), range, x -> x >= least, List.of(), line);
    }

    /** A list of parts of the same kind, each for some consecutive parameters, its {@code size}; none at first. */
    public static Option pieces(String name, String line) {
        String range = "a list such as [{ size = 2, … }, { size = 3, … }]";
        return new Option(
                name,
                Type.PIECES,
                List.of(),
                range,
                x -> x >= 1 && x == Math.rint(x),
                List.of("size", "a whole number from 1"),
                line);
    }

    /** A list of parts of the same kind, each multiplied by its {@code factor}; none at first. */
    public static Option terms(String name, String line) {
        String range = "a list such as [{ factor = 1, … }, { factor = 0.5, … }]";
        return new Option(
                name,
                Type.PIECES,
                List.of(),
                range,
                x -> x > 0 && x < Double.POSITIVE_INFINITY,
                List.of("factor", "a number above 0"),
                line);
    }

    /** One of several words, the first at first. */
    public static Option word(String name, List<String> words, String line) {
        String range = "one of " + String.join(", ", words);
        return new Option(name, Type.WORD, words.get(0), range, x -> true, List.copyOf(words), line);
    }

    /** Whether the rows choose it. */
    public boolean isAutomatic(OptionValues values) {
        return AUTOMATIC.equals(values.number(name));
    }

    /** The value in this option's type, whether or not it is in range; null if it is of another type. */
    public @Nullable Object typed(@Nullable Object value) {
        return switch (type) {
            case NUMBER -> number(value);
            case NUMBER_OR_AUTO -> AUTO.equals(value) || AUTOMATIC.equals(value) ? AUTOMATIC : number(value);
            case WHOLE -> whole(value);
            case FLAG -> value instanceof Boolean ? value : null;
            case WHOLES -> value instanceof List<?> list ? wholes(list) : null;
            case WORD -> value instanceof String ? value : null;
            case PIECES ->
                value instanceof List<?> list && list.stream().allMatch(Piece.class::isInstance) ? list : null;
        };
    }

    /** Whether a value of this type is in range. */
    public boolean allows(Object typed) {
        if (type == Type.WHOLES && typed instanceof List<?> list) {
            return list.stream().allMatch(this::allows);
        }
        return typed instanceof Number number
                ? allowed.test(number.doubleValue())
                : type != Type.WORD || words.contains(typed);
    }

    /** The default, as configurations write it. */
    public String shown() {
        return shown(initial);
    }

    /** A value, as configurations write it. */
    static String shown(Object value) {
        if (value.equals(AUTOMATIC)) {
            return AUTO;
        }
        return value.equals(Double.POSITIVE_INFINITY) ? "null" : String.valueOf(value);
    }

    private @Nullable Double number(@Nullable Object value) {
        boolean limit = initial.equals(Double.POSITIVE_INFINITY);
        if (limit && (value == null || value.equals(initial))) {
            return Double.POSITIVE_INFINITY;
        }
        return value instanceof Number x && Double.isFinite(x.doubleValue()) ? (Double) x.doubleValue() : null;
    }

    private static @Nullable Integer whole(@Nullable Object value) {
        return value instanceof Number x && x.doubleValue() == x.intValue() ? (Integer) x.intValue() : null;
    }

    private static @Nullable List<Integer> wholes(List<?> list) {
        List<Integer> typed = new ArrayList<>();
        for (Object item : list) {
            Integer whole = whole(item);
            if (whole == null) {
                return null;
            }
            typed.add(whole);
        }
        return List.copyOf(typed);
    }
}
