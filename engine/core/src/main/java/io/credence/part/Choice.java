package io.credence.part;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chosen part with the values of its options.
 *
 * @param part chosen part
 * @param values values of its options
 */
public record Choice<P extends Part>(P part, OptionValues values) {

    /** The part with its defaults. */
    public static <P extends Part> Choice<P> ofDefaults(P part) {
        return new Choice<>(part, OptionValues.of(part, Map.of()));
    }

    /** Name of the part. */
    public String name() {
        return part.name();
    }

    /** Description of name and values in one line, for logs. */
    public String description() {
        return name()
                + values.all().entrySet().stream()
                        .map(entry -> ", " + entry.getKey() + " " + Option.displayed(entry.getValue()))
                        .collect(Collectors.joining());
    }
}
