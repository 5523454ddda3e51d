package io.credence.result;

import io.credence.diagnostic.LeftOutRow;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Table {@code pointwise.csv} of every row that was left out, in order. Numbers have the shortest digits that read back
 * to the same bits.
 */
public final class PointwiseTable {

    private static final String HEADER = "row,label,weight,elpd,khat";

    private PointwiseTable() {}

    /** Text of the file. */
    public static String text(List<LeftOutRow> rows) {
        return rows.stream()
                .map(row ->
                        row.row() + "," + row.label() + "," + row.weight() + "," + row.elpd() + "," + row.tailIndex())
                .collect(Collectors.joining("\n", HEADER + "\n", "\n"));
    }

    /**
     * Parses the file.
     *
     * @throws IllegalArgumentException if it is not what a fit writes; the message gives the place
     */
    public static List<LeftOutRow> parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException("the table of single rows has another form: required the header "
                    + HEADER + ", found " + (lines.isEmpty() ? "nothing" : lines.get(0)));
        }
        return lines.stream().skip(1).map(PointwiseTable::parseRow).toList();
    }

    private static LeftOutRow parseRow(String line) {
        try {
            double[] cells = Arrays.stream(line.split(",", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            return new LeftOutRow((long) cells[0], cells[1], cells[2], cells[3], cells[4]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException other) {
            throw new IllegalArgumentException(
                    "the table of single rows has a line that cannot be: required five numbers, found " + line, other);
        }
    }
}
