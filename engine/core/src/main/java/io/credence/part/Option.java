package io.credence.part;

import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * Setting of a part.
 *
 * @param name key within the section of the part
 * @param domain values that it takes
 * @param defaultValue default, of the type that {@link OptionValues} have
 * @param line meaning in one line without a full stop
 * @param amount amount of each of several parts; null but where the values are lists of parts
 */
public record Option(
        String name,
        Domain domain,
        Object defaultValue,
        String line,
        @Nullable Option amount) {

    /** Value of a number that is chosen from the rows. */
    public static final Double AUTOMATIC = Double.NEGATIVE_INFINITY;

    private static final String AUTO = "auto";

    /** An option for values of a domain. */
    public static Option of(String name, Domain domain, Object initial, String line) {
        return new Option(name, domain, initial, line, null);
    }

    /** An option for a number of a domain, or auto for one chosen from the rows. */
    public static Option numberOrAuto(String name, Domain domain, double initial, String line) {
        return of(name, domain.or(AUTO), initial, line);
    }

    /** An option for a number above 0, or auto, the default, for one chosen from the rows. */
    public static Option positiveOrAuto(String name, String line) {
        return positiveOrAuto(name, AUTOMATIC, line);
    }

    /** An option for a number above 0, or auto for one chosen from the rows. */
    public static Option positiveOrAuto(String name, double initial, String line) {
        return numberOrAuto(name, Domain.above(0), initial, line);
    }

    /** An option for a number in a range. */
    public static Option number(String name, double initial, String range, DoublePredicate allowed, String line) {
        return of(name, Domain.number(range, allowed), initial, line);
    }

    /** An option for a number in a range. */
    public static Option number(String name, double initial, NumberRange range, String line) {
        return of(name, Domain.number(range), initial, line);
    }

    /** An option for any number. */
    public static Option number(String name, double initial, String line) {
        return of(name, Domain.number(), initial, line);
    }

    /** An option for a number above 0. */
    public static Option positive(String name, double initial, String line) {
        return of(name, Domain.above(0), initial, line);
    }

    /** An option for a number strictly between 0 and 1. */
    public static Option share(String name, double initial, String line) {
        return of(name, Domain.share(), initial, line);
    }

    /** An option for an upper limit above 0; null, that is infinity, for no limit, is the default. */
    public static Option limit(String name, String line) {
        return of(name, Domain.above(0).orNoLimit(), Double.POSITIVE_INFINITY, line);
    }

    /** An option for any number but one. */
    public static Option numberExcept(String name, double initial, int forbidden, String line) {
        return number(name, initial, "a number other than " + forbidden, x -> x != forbidden, line);
    }

    /** An option for a whole number from {@code least}. */
    public static Option whole(String name, int initial, int least, String line) {
        return of(name, Domain.whole(least), initial, line);
    }

    /** An option for a whole number in a range. */
    public static Option whole(String name, int initial, String range, DoublePredicate allowed, String line) {
        return of(name, Domain.whole(range, allowed), initial, line);
    }

    /** An option for true or false. */
    public static Option flag(String name, boolean initial, String line) {
        return of(name, Domain.flag(), initial, line);
    }

    /** An option for a list of whole numbers from {@code least}; empty by default. */
    public static Option wholes(String name, int least, String line) {
        return of(name, Domain.wholes(least), List.of(), line);
    }

    /**
     * An option for a list of parts of the same kind, each for some consecutive parameters; empty by default. Their
     * number is its {@code size}.
     */
    public static Option listOfPieces(String name, String line) {
        Domain domain = Domain.sections("[{ size = 2, … }, { size = 3, … }]");
        return new Option(name, domain, List.of(), line, whole("size", 1, 1, "number of consecutive parameters"));
    }

    /** An option for a list of parts of the same kind, each multiplied by its {@code factor}; empty by default. */
    public static Option terms(String name, String line) {
        Domain domain = Domain.sections("[{ factor = 1, … }, { factor = 0.5, … }]");
        return new Option(name, domain, List.of(), line, positive("factor", 1, "by which the part is multiplied"));
    }

    /** An option for one of several words, by default the first. */
    public static Option word(String name, List<String> words, String line) {
        return of(name, Domain.wordOf(words), words.get(0), line);
    }

    /** Whether the option's value is chosen from the rows. */
    public boolean isAutomatic(OptionValues values) {
        return AUTOMATIC.equals(values.number(name));
    }

    /** Requirement on a value, for messages. */
    public String requirement() {
        return domain.requirement();
    }

    /**
     * The given value converted to this option's type, whether or not it is in range; null if it is of another type.
     */
    public @Nullable Object toOptionType(@Nullable Object value) {
        if (amount != null) {
            return value instanceof List<?> list && list.stream().allMatch(WeightedPart.class::isInstance)
                    ? list
                    : null;
        } else if (AUTOMATIC.equals(value) && domain.words().contains(AUTO)) {
            return AUTOMATIC;
        } else if (domain.isOptional() && (value == null || value.equals(Double.POSITIVE_INFINITY))) {
            return Double.POSITIVE_INFINITY;
        }
        Object typed = domain.typed(value);
        if (domain.type() == Domain.ValueType.NUMBER && AUTO.equals(typed)) {
            return AUTOMATIC;
        }
        return typed instanceof List<?> list
                ? list.stream().map(Option::withoutLong).toList()
                : typed == null ? null : withoutLong(typed);
    }

    /** Whole numbers of options are integers; their domains have no longer ones. */
    private static Object withoutLong(Object typed) {
        return typed instanceof Long whole && whole == whole.intValue() ? (Object) whole.intValue() : typed;
    }

    /** Whether a value of this type is in range. */
    public boolean allows(Object typed) {
        boolean special = typed.equals(AUTOMATIC) || typed.equals(Double.POSITIVE_INFINITY);
        return amount != null || special || domain.fault(typed) == null;
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
}
