package io.credence.part;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * Setting of a part.
 *
 * @param name key within the section of the part
 * @param type type of its values
 * @param defaultValue default, of that type
 * @param requirement requirement on a value, for messages
 * @param rangeTest test whether a number, or each number of a list, is in range
 * @param words all values of a choice; for pieces the name of their amount, to which {@code rangeTest} applies, and
 *     its range; empty for other types
 * @param line meaning in one line without a full stop
 */
public record Option(
        String name,
        ValueType type,
        Object defaultValue,
        String requirement,
        DoublePredicate rangeTest,
        List<String> words,
        String line) {

    /** Type of an option's values. */
    public enum ValueType {
        /** Finite {@link Double}. */
        NUMBER,
        /** Finite {@link Double} or, for the word auto, {@link #AUTOMATIC}. */
        NUMBER_OR_AUTO,
        /** Whole number, an {@link Integer}. */
        WHOLE,
        /** Flag, a {@link Boolean}. */
        FLAG,
        /** List of {@link Integer}s. */
        WHOLES,
        /** One of several words, a {@link String}. */
        WORD,
        /** List of parts of one kind with their amounts, {@link Piece}s. */
        PIECES
    }

    /** Value of a number that is chosen from the rows. */
    public static final Double AUTOMATIC = Double.NEGATIVE_INFINITY;

    private static final String AUTO = "auto";

    /** An option for a number above 0, or auto, the default, for one chosen from the rows. */
    public static Option positiveOrAuto(String name, String line) {
        return positiveOrAuto(name, AUTOMATIC, line);
    }

    /** An option for a number above 0, or auto for one chosen from the rows. */
    public static Option positiveOrAuto(String name, double initial, String line) {
        return numberOrAuto(name, initial, "a number above 0, or auto", x -> x > 0, line);
    }

    /** An option for a number in a range, or auto for one chosen from the rows. */
    public static Option numberOrAuto(String name, double initial, String range, DoublePredicate allowed, String line) {
        DoublePredicate either = x -> allowed.test(x) || AUTOMATIC.equals(x);
        return new Option(name, ValueType.NUMBER_OR_AUTO, initial, range, either, List.of(), line);
    }

    /** An option for a number in a range. */
    public static Option number(String name, double initial, String range, DoublePredicate allowed, String line) {
        return new Option(name, ValueType.NUMBER, initial, range, allowed, List.of(), line);
    }

    /** An option for any number. */
    public static Option number(String name, double initial, String line) {
        return number(name, initial, "a number", x -> true, line);
    }

    /** An option for a number above 0. */
    public static Option positive(String name, double initial, String line) {
        return number(name, initial, "a number above 0", x -> x > 0, line);
    }

    /** An option for a number strictly between 0 and 1. */
    public static Option share(String name, double initial, String line) {
        return number(name, initial, "a number between 0 and 1", x -> x > 0 && x < 1, line);
    }

    /** An option for an upper limit above 0; null, that is infinity, for no limit, is the default. */
    public static Option limit(String name, String line) {
        double none = Double.POSITIVE_INFINITY;
        return number(name, none, "a number above 0, or null for no limit", x -> x > 0, line);
    }

    /** An option for any number but one. */
    public static Option numberExcept(String name, double initial, int forbidden, String line) {
        return number(name, initial, "a number other than " + forbidden, x -> x != forbidden, line);
    }

    /** An option for a whole number from {@code least}. */
    public static Option whole(String name, int initial, int least, String line) {
        return whole(name, initial, "a whole number from " + least, x -> x >= least, line);
    }

    /** An option for a whole number in a range. */
    public static Option whole(String name, int initial, String range, DoublePredicate allowed, String line) {
        return new Option(name, ValueType.WHOLE, initial, range, allowed, List.of(), line);
    }

    /** An option for true or false. */
    public static Option flag(String name, boolean initial, String line) {
        return new Option(name, ValueType.FLAG, initial, "true or false", x -> true, List.of(), line);
    }

    /** An option for a list of whole numbers from {@code least}; empty by default. */
    public static Option wholes(String name, int least, String line) {
        String range = "a list of whole numbers from " + least + " such as [3, 5]";
        return new Option(name, ValueType.WHOLES, List.of(), range, x -> x >= least, List.of(), line);
    }

    /**
     * An option for a list of parts of the same kind, each for some consecutive parameters; empty by default. Their
     * number is its {@code size}.
     */
    public static Option listOfPieces(String name, String line) {
        String range = "a list such as [{ size = 2, … }, { size = 3, … }]";
        return new Option(
                name,
                ValueType.PIECES,
                List.of(),
                range,
                x -> x >= 1 && x == Math.rint(x),
                List.of("size", "a whole number from 1"),
                line);
    }

    /** An option for a list of parts of the same kind, each multiplied by its {@code factor}; empty by default. */
    public static Option terms(String name, String line) {
        String range = "a list such as [{ factor = 1, … }, { factor = 0.5, … }]";
        return new Option(
                name,
                ValueType.PIECES,
                List.of(),
                range,
                x -> x > 0 && x < Double.POSITIVE_INFINITY,
                List.of("factor", "a number above 0"),
                line);
    }

    /** An option for one of several words, by default the first. */
    public static Option word(String name, List<String> words, String line) {
        String range = "one of " + String.join(", ", words);
        return new Option(name, ValueType.WORD, words.get(0), range, x -> true, List.copyOf(words), line);
    }

    /** Whether the option's value is chosen from the rows. */
    public boolean isAutomatic(OptionValues values) {
        return AUTOMATIC.equals(values.number(name));
    }

    /**
     * The given value converted to this option's type, whether or not it is in range; null if it is of another type.
     */
    public @Nullable Object toOptionType(@Nullable Object value) {
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
        if (type == ValueType.WHOLES && typed instanceof List<?> list) {
            return list.stream().allMatch(this::allows);
        }
        return typed instanceof Number number
                ? rangeTest.test(number.doubleValue())
                : type != ValueType.WORD || words.contains(typed);
    }

    /** The default, as it is written in configurations. */
    public String displayed() {
        return displayed(defaultValue);
    }

    /** A value, as it is written in configurations. */
    static String displayed(Object value) {
        if (value.equals(AUTOMATIC)) {
            return AUTO;
        }
        return value.equals(Double.POSITIVE_INFINITY) ? "null" : String.valueOf(value);
    }

    private @Nullable Double number(@Nullable Object value) {
        boolean limit = defaultValue.equals(Double.POSITIVE_INFINITY);
        if (limit && (value == null || value.equals(defaultValue))) {
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
