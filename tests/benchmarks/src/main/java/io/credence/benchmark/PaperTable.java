package io.credence.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The numbers of one table of the QBVI paper, as printed there.
 *
 * @param columns names of the columns
 * @param rows names of the rows with their numbers, NaN where a cell is empty
 */
record PaperTable(List<String> columns, Map<String, double[]> rows) {

    /** Table {@code number} of the paper. */
    static PaperTable of(int number) {
        try (InputStream stream =
                        Objects.requireNonNull(PaperTable.class.getResourceAsStream("qbvi-table-" + number + ".csv"));
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            List<String[]> lines =
                    reader.lines().map(line -> line.split(",", -1)).toList();
            Map<String, double[]> rows = new LinkedHashMap<>();
            for (String[] cells : lines.subList(1, lines.size())) {
                rows.put(
                        cells[0],
                        Arrays.stream(cells)
                                .skip(1)
                                .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
                                .toArray());
            }
            List<String> columns = Arrays.stream(lines.get(0)).skip(1).toList();
            return new PaperTable(columns, rows);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The number of that row and column, NaN where there is none. */
    double value(String row, String column) {
        int at = columns.indexOf(column);
        double[] numbers = rows.get(row);
        return at < 0 || numbers == null || at >= numbers.length ? Double.NaN : numbers[at];
    }
}
