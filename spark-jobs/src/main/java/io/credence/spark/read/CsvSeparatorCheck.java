package io.credence.spark.read;

import io.credence.config.DataConfig.TextFormat;
import io.credence.spark.row.DataException;
import java.util.List;
import java.util.regex.Pattern;

/** Check that the first lines of a CSV file have the separator by which they will be read. */
final class CsvSeparatorCheck {

    private static final List<Character> SEPARATORS = List.of(';', '\t', '|', ',');
    private static final Pattern FRACTION = Pattern.compile("[+-]?\\d*,\\d+");

    private CsvSeparatorCheck() {}

    /**
     * Refuses lines of one cell in which another separator stands.
     *
     * @param lines header and the rows behind it
     */
    static void requireSeparator(List<String> lines, TextFormat text, String where) {
        String header = lines.get(0);
        if (header.indexOf(text.separator()) >= 0) {
            return;
        }
        for (char other : SEPARATORS) {
            boolean separates = header.indexOf(other) > 0 && lines.stream().allMatch(line -> line.indexOf(other) >= 0);
            if (separates) {
                boolean commas = text.decimal() == '.'
                        && lines.stream()
                                .skip(1)
                                .flatMap(line -> Pattern.compile(String.valueOf(other), Pattern.LITERAL)
                                        .splitAsStream(line))
                                .anyMatch(cell -> FRACTION.matcher(cell.strip()).matches());
                throw new DataException(
                        "the cells are not separated by '" + text.separator() + "'",
                        "data.separator = \"" + (other == '\t' ? "\\t" : other) + "\""
                                + (commas ? " and data.decimal = \",\"" : ""),
                        "the header " + DataException.quoted(header),
                        where);
            }
        }
    }
}
