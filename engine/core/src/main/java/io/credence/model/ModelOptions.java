package io.credence.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;

/**
 * Key = value pairs given to a model, read as numbers or words. An option that the model does not know is refused.
 *
 * @param values texts by option name
 */
public record ModelOptions(Map<String, String> values) {

    public ModelOptions {
        values = Map.copyOf(values);
    }

    /** The options, whose names must all be among {@code known}. */
    public static ModelOptions of(Map<String, String> values, String... known) {
        TreeSet<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(Arrays.asList(known));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "options must be among " + Arrays.toString(known) + " but found " + unknown);
        }
        return new ModelOptions(values);
    }

    /** Numeric option strictly between two bounds, which may be infinite. */
    public double number(String name, double defaultValue, double above, double below) {
        String text = values.get(name);
        if (text == null) {
            return defaultValue;
        }
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("option " + name + " must be a number but was \"" + text + "\"", e);
        }
        if (!(value > above && value < below)) {
            throw new IllegalArgumentException(
                    "option " + name + " must lie between " + above + " and " + below + " but was " + value);
        }
        return value;
    }

    /** Boolean option: {@code true} or {@code false}. */
    public boolean flag(String name, boolean defaultValue) {
        String text = values.getOrDefault(name, Boolean.toString(defaultValue)).strip();
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("option " + name + " must be true or false but was \"" + text + "\"");
        }
        return text.equals("true");
    }
}
