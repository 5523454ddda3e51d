package io.credence.spark.read;

import io.credence.config.DataConfig.TextFormat;
import io.credence.spark.row.DataException;
import io.credence.spark.row.Fault;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Check of the lines of a CSV file before they are split. Spark's parser closes a quote that the line leaves open, cuts
 * off a NUL beside a number and shows bytes that are no UTF-8 as signs of its own, all without a word.
 */
final class CsvLineCheck implements RowInspection.Factory {

    private static final long serialVersionUID = 1;

    /** Number of lines that are looked at to recognise another separator. */
    private static final int FIRST_LINES = 20;

    private static final UTF8String QUOTE = UTF8String.fromString("\"");
    private static final UTF8String NUL = UTF8String.fromString("\0");

    /** Pattern of a quote that opens a cell and is not closed in the rest of the line. */
    private final Pattern open;

    private CsvLineCheck(char separator) {
        open = Pattern.compile("(?:^|" + Pattern.quote(String.valueOf(separator)) + ")[ \\t]*\"(?:[^\"]|\"\")*+$");
    }

    /** First lines of a partition that have content, and whether one of its lines cannot be read. */
    private record CheckedLines(List<String> first, boolean refused) implements Serializable {}

    /**
     * Reads the first lines that have content and checks all lines, in one job.
     *
     * @param path path of the lines, for messages
     * @throws DataException if no line has content, or another separator stands in them, or with the row of the first
     *     line whose cells cannot be read with certainty
     */
    static List<String> readFirst(Dataset<Row> lines, String path, TextFormat text) {
        Column[] value = {functions.col("value")};
        CsvLineCheck check = new CsvLineCheck(text.separator());
        List<CheckedLines> parts = Table.of(lines).select(value).run(check::checkLines);
        List<String> first = parts.isEmpty() ? List.of() : parts.get(0).first();
        if (first.isEmpty()) {
            first = lines.filter("length(trim(value)) > 0").takeAsList(FIRST_LINES).stream()
                    .map(row -> row.getString(0))
                    .toList();
        }
        if (first.isEmpty()) {
            throw new DataException("the file is empty", "a header and at least one row", "no line with content", path);
        }
        CsvSeparatorCheck.requireSeparator(first, text, path);
        if (parts.stream().anyMatch(CheckedLines::refused)) {
            Table.Origin origin = new Table.Origin(path, true, TextFormat.PLAIN, false, Set.of());
            // Lines without content are no rows.
            Table table = new Table(lines.filter("value rlike '[^\\\\x00-\\\\x20]'"), Derivation.NONE, origin);
            throw FaultLocator.locateFault(table, check, value).orElseThrow();
        }
        return first;
    }

    private CheckedLines checkLines(int partition, Iterator<InternalRow> rows) {
        int wanted = partition == 0 ? FIRST_LINES : 0;
        List<String> first = new ArrayList<>();
        boolean refused = false;
        while (rows.hasNext() && (!refused || first.size() < wanted)) {
            UTF8String line = rows.next().getUTF8String(0);
            if (first.size() < wanted && line.trim().numBytes() > 0) {
                first.add(line.toString());
            }
            refused = refused || fault(line) != null;
        }
        return new CheckedLines(first, refused);
    }

    @Override
    public RowInspection newInspection() {
        return (InternalRow row) -> fault(row.getUTF8String(0));
    }

    /** Name of a line in messages, given that the first line of a file has the column names. */
    @Override
    public String rowName(long number) {
        return number == 1 ? ", header" : ", row " + (number - 1);
    }

    @Nullable
    Fault fault(UTF8String line) {
        if (!line.isValid()) {
            return new Fault(Fault.FaultKind.NOT_TEXT, "", "UTF-8, as iconv -t UTF-8 writes it", quotedLine(line));
        }
        if (line.contains(NUL)) {
            return new Fault(Fault.FaultKind.NOT_TEXT, "", "a line without NUL", quotedLine(line));
        }
        if (line.contains(QUOTE)) {
            String text = line.toString();
            boolean odd = text.chars().filter(c -> c == '"').count() % 2 == 1;
            if (odd && open.matcher(text).find()) {
                return new Fault(
                        Fault.FaultKind.OPEN_QUOTE,
                        "",
                        "quotes closed on their own line: a cell holds no line break",
                        quotedLine(line));
            }
        }
        return null;
    }

    /** Line as messages show it, with unprintable characters as codes. */
    private static String quotedLine(UTF8String line) {
        StringBuilder shown = new StringBuilder();
        line.toString().chars().forEach(c -> {
            if (c < ' ' || c == 0xFFFD) {
                shown.append(c == 0xFFFD ? "?" : String.format(Locale.ROOT, "\\x%02X", c));
            } else {
                shown.append((char) c);
            }
        });
        return "the line " + DataException.quoted(shown.toString());
    }
}
