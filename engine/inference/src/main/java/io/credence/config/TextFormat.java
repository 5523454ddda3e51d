package io.credence.config;

import java.io.Serializable;
import java.util.List;

/**
 * Format of text files.
 *
 * @param separator character between the cells of a line of csv
 * @param decimal decimal sign of numbers
 * @param naStrings texts of cells that count as missing, whatever the column is for
 */
public record TextFormat(char separator, char decimal, List<String> naStrings) implements Serializable {

    /** Default format: comma, decimal point, and empty or NA for missing cells. */
    public static final TextFormat PLAIN = new TextFormat(',', '.', List.of("", "NA"));

    public TextFormat {
        naStrings = List.copyOf(naStrings);
    }
}
