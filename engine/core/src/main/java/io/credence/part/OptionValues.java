package io.credence.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checked values of a part's options.
 *
 * @param all values by name of the option
 */
public record OptionValues(Map<String, Object> all) {

    /** No options. */
    public static final OptionValues NONE = new OptionValues(Map.of());

    public OptionValues {
        all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    static OptionValues of(Part part, Map<String, ?> given) {
        List<String> names = part.options().stream().map(Option::name).toList();
        for (String name : given.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(part.name() + " does not know " + name + ": required "
                        + (names.isEmpty() ? "no option" : "one of " + Spelling.suggest(name, names)));
            }
        }
        Map<String, Object> all = new LinkedHashMap<>();
        for (Option option : part.options()) {
            Object value = given.containsKey(option.name()) ? given.get(option.name()) : option.defaultValue();
            Object typed = option.toOptionType(value);
            if (typed == null || !option.allows(typed)) {
                throw new IllegalArgumentException(option.name() + " of " + part.name() + " must be "
                        + option.requirement() + " but was " + value);
            }
            all.put(option.name(), typed);
        }
        return new OptionValues(all);
    }

    /** A copy with another number. */
    public OptionValues with(String name, double number) {
        Map<String, Object> others = new LinkedHashMap<>(all);
        others.put(name, number);
        return new OptionValues(others);
    }

    /** Value of an option for a number. */
    public double number(String name) {
        return ((Number) value(name)).doubleValue();
    }

    /** Value of an option for a whole number. */
    public int whole(String name) {
        return (Integer) value(name);
    }

    /** Value of an option for a flag. */
    public boolean flag(String name) {
        return (Boolean) value(name);
    }

    /** Value of an option for a word. */
    public String word(String name) {
        return (String) value(name);
    }

    /** Value of an option for a list of whole numbers. */
    public List<Integer> wholes(String name) {
        List<Integer> wholes = new ArrayList<>();
        ((List<?>) value(name)).forEach(item -> wholes.add((Integer) item));
        return List.copyOf(wholes);
    }

    /** Value of an option for a list of parts. */
    public List<WeightedPart> pieces(String name) {
        return ((List<?>) value(name)).stream().map(WeightedPart.class::cast).toList();
    }

    private Object value(String name) {
        Object value = all.get(name);
        if (value == null) {
            throw new IllegalStateException("there is no option " + name + " among " + all.keySet());
        }
        return value;
    }
}
