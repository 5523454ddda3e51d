package io.credence.config;

import java.io.Serializable;
import java.util.List;

/**
 * How files of text are read.
 *
 * @param separator between the cells of a line of csv
 * @param decimal sign in front of a number's fraction
 * @param naStrings cells that are missing, whatever the column is for
 */
public record TextFormat(char separator, char decimal, List<String> naStrings) implements Serializable {

    /** The one that is read by default. */
    public static final TextFormat PLAIN = new TextFormat(',', '.', List.of("", "NA"));

    public TextFormat {
        naStrings = List.copyOf(naStrings);
    }
}
