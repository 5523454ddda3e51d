package io.credence.part;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values that a setting takes, of a configuration or of a part: their type, the words among them, the range of numbers.
 *
 * @param type type of a value that is neither null nor one of the words
 * @param words words that are values: all of them for a choice, those beside a number for a number
 * @param isOptional whether null is a value
 * @param range test whether a number, or each number of a list, is in range
 * @param requirement the values in words, for messages
 */
public record Domain(
        ValueType type, List<String> words, boolean isOptional, DoublePredicate range, String requirement) {

    /** Type of values. */
    public enum ValueType {
        /** Any {@link String}. */
        TEXT,
        /** One of the words, a {@link String}. */
        WORD,
        /** True or false, a {@link Boolean}. */
        FLAG,
        /** Finite {@link Double}. */
        NUMBER,
        /** Whole number, a {@link Long}. */
        WHOLE,
        /** List of {@link String}s. */
        TEXTS,
        /** List of {@link Double}s. */
        NUMBERS,
        /** List of {@link Long}s. */
        WHOLES,
        /** List of maps. */
        SECTIONS,
        /** Map by names that the user chooses. */
        NAMES
    }

    /** Bound of whole numbers that a {@code long} holds. */
    private static final double LARGEST_WHOLE = 0x1p63;

    private static final DoublePredicate ANY = x -> true;

    public Domain {
        words = List.copyOf(words);
    }

    private static Domain of(ValueType type, DoublePredicate range, String requirement) {
        return new Domain(type, List.of(), false, range, requirement);
    }

    /** Any text. */
    public static Domain text() {
        return of(ValueType.TEXT, ANY, "a text");
    }

    /** One of several words. */
    public static Domain word(String... words) {
        return wordOf(List.of(words));
    }

    /** One of several words. */
    public static Domain wordOf(List<String> words) {
        return new Domain(ValueType.WORD, words, false, ANY, "one of " + shown(words, ", "));
    }

    /** True or false. */
    public static Domain flag() {
        return of(ValueType.FLAG, ANY, "true or false");
    }

    /** Any number. */
    public static Domain number() {
        return number("a number", ANY);
    }

    /** A number in a range. */
    public static Domain number(String requirement, DoublePredicate range) {
        return of(ValueType.NUMBER, range, requirement);
    }

    /** A number in a range. */
    public static Domain number(NumberRange range) {
        return number("a number" + range.words(), range);
    }

    /** A number above a bound. */
    public static Domain above(double bound) {
        return number(NumberRange.above(bound));
    }

    /** A number strictly between 0 and 1. */
    public static Domain share() {
        return number(NumberRange.between(0, 1));
    }

    /** Any whole number. */
    public static Domain whole() {
        return of(ValueType.WHOLE, x -> Math.abs(x) < LARGEST_WHOLE, "a whole number");
    }

    /** A whole number from {@code least}. */
    public static Domain whole(int least) {
        return of(ValueType.WHOLE, NumberRange.from(least, Integer.MAX_VALUE), "a whole number from " + least);
    }

    /** A whole number in a range. */
    public static Domain whole(NumberRange range) {
        return whole("a whole number" + range.words(), range);
    }

    /** A whole number in a range. */
    public static Domain whole(String requirement, DoublePredicate range) {
        return of(ValueType.WHOLE, range, requirement);
    }

    /** A list of texts. */
    public static Domain texts() {
        return of(ValueType.TEXTS, ANY, "a list of texts such as [a, b]");
    }

    /** A list of numbers. */
    public static Domain numbers() {
        return of(ValueType.NUMBERS, ANY, "a number, or a list of numbers such as [0.5, -1]");
    }

    /** A list of whole numbers from {@code least}. */
    public static Domain wholes(int least) {
        String requirement = "a list of whole numbers from " + least + " such as [3, 5]";
        return of(ValueType.WHOLES, NumberRange.from(least, Integer.MAX_VALUE), requirement);
    }

    /**
     * A list of sections.
     *
     * @param example list of that kind
     */
    public static Domain sections(String example) {
        return of(ValueType.SECTIONS, ANY, "a list such as " + example);
    }

    /** A section whose keys are names that the user chooses. */
    public static Domain names() {
        return of(ValueType.NAMES, ANY, "a section { … }");
    }

    /** Copy that takes words too. */
    public Domain or(String... others) {
        return new Domain(
                type, List.of(others), isOptional, range, requirement + ", or " + String.join(" or ", others));
    }

    /** Copy that takes null too. */
    public Domain orNull() {
        return new Domain(type, words, true, range, requirement);
    }

    /** Copy that takes null too, for no limit. */
    public Domain orNoLimit() {
        return new Domain(type, words, true, range, requirement + ", or null for no limit");
    }

    /** Copy with other words. */
    public Domain withWords(List<String> others) {
        return new Domain(type, others, isOptional, range, wordOf(others).requirement());
    }

    /**
     * Copy that takes the values of another domain too.
     *
     * @throws IllegalArgumentException if that has another type
     */
    public Domain union(Domain other) {
        if (type != other.type) {
            throw new IllegalArgumentException(
                    "values must have one type but are " + requirement + " and " + other.requirement);
        }
        List<String> all =
                Stream.concat(words.stream(), other.words.stream()).distinct().toList();
        String either = requirement.equals(other.requirement) ? requirement : requirement + ", or " + other.requirement;
        return new Domain(type, all, isOptional || other.isOptional, range.or(other.range), either);
    }

    /**
     * A value, whose parts are texts as in environment variables, in the form in which configurations have one of this
     * domain: the number that a text is of, a list for its only element. Others are returned as they are.
     */
    public @Nullable Object fromText(@Nullable Object value) {
        if (value == null || value instanceof List || value instanceof Map || words.contains(value)) {
            return value;
        }
        return switch (type) {
            case TEXT, WORD -> String.valueOf(value);
            case FLAG -> List.of("true", "false").contains(value) ? (Object) "true".equals(value) : value;
            case NUMBER, WHOLE -> value instanceof String text ? numberOrText(text) : value;
            case TEXTS -> value instanceof String ? List.of(value) : value;
            case NUMBERS, WHOLES -> value instanceof Number ? List.of(value) : value;
            case SECTIONS, NAMES -> value;
        };
    }

    private static Object numberOrText(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException word) {
            return text;
        }
    }

    /** Fault of a value, as the predicate of a sentence; null where the domain has the value. */
    public @Nullable String fault(@Nullable Object value) {
        if (value == null) {
            return isOptional ? null : type == ValueType.WORD ? "is missing" : "has the wrong type";
        } else if (words.contains(value)) {
            return null;
        } else if (value instanceof String && type == ValueType.WORD) {
            return "is not known";
        }
        Object typed = typed(value);
        return typed == null ? "has the wrong type" : isInRange(typed) ? null : "is out of range";
    }

    private boolean isInRange(Object typed) {
        return typed instanceof List<?> list
                ? list.stream().allMatch(this::isInRange)
                : !(typed instanceof Number number) || range.test(number.doubleValue());
    }

    /** A value in this domain's type, or a word, whether or not it is in range; null if it is of another type. */
    public @Nullable Object typed(@Nullable Object value) {
        if (value != null && words.contains(value)) {
            return value;
        }
        return switch (type) {
            case TEXT -> value instanceof String ? value : null;
            case WORD -> null;
            case FLAG -> value instanceof Boolean ? value : null;
            case NUMBER -> number(value);
            case WHOLE -> whole(value);
            case TEXTS -> value instanceof List<?> list ? elements(list, Domain::plainText) : null;
            case NUMBERS -> value instanceof List<?> list && !list.isEmpty() ? elements(list, Domain::number) : null;
            case WHOLES -> value instanceof List<?> list ? elements(list, Domain::whole) : null;
            case SECTIONS ->
                value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance) ? list : null;
            case NAMES -> value instanceof Map ? value : null;
        };
    }

    private static @Nullable String plainText(@Nullable Object value) {
        return value == null || value instanceof List || value instanceof Map ? null : String.valueOf(value);
    }

    private static @Nullable Double number(@Nullable Object value) {
        return value instanceof Number x && Double.isFinite(x.doubleValue()) ? (Double) x.doubleValue() : null;
    }

    /** A whole number; one that no {@code long} holds stays as it is, out of every range. */
    private static @Nullable Number whole(@Nullable Object value) {
        if (!(value instanceof Number x) || x.doubleValue() != Math.rint(x.doubleValue())) {
            return null;
        }
        return Math.abs(x.doubleValue()) < LARGEST_WHOLE ? (Number) x.longValue() : (Number) x.doubleValue();
    }

    private interface Conversion<T> {
        @Nullable
        T convert(@Nullable Object value);
    }

    private static <T> @Nullable List<T> elements(List<?> list, Conversion<T> conversion) {
        List<T> typed = new ArrayList<>();
        for (Object each : list) {
            T element = conversion.convert(each);
            if (element == null) {
                return null;
            }
            typed.add(element);
        }
        return List.copyOf(typed);
    }

    /** A meaning with the values that the domain has, in one line. */
    public String explain(String meaning) {
        return switch (type) {
            case WORD -> shown(words, " | ") + (meaning.isEmpty() ? "" : ": " + meaning);
            case FLAG, NUMBER, WHOLE, NUMBERS, WHOLES -> meaning.isEmpty() ? requirement : meaning + "; " + requirement;
            case TEXT, TEXTS, SECTIONS, NAMES -> meaning;
        };
    }

    /** Words as configurations have them, those in quotes that need it. */
    private static String shown(List<String> words, String separator) {
        return words.stream()
                .map(word -> word.matches("[\\w.-]*\\w[\\w.-]*") ? word : "\"" + word.replace("\t", "\\t") + "\"")
                .collect(Collectors.joining(separator));
    }
}
