package io.credence.spark.read;

import io.credence.config.DataConfig.TextFormat;
import io.credence.spark.row.DataException;
import io.credence.spark.row.Fault;
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
final class CsvLines implements RowInspection.Factory {

    private static final long serialVersionUID = 1;

    private static final UTF8String QUOTE = UTF8String.fromString("\"");
    private static final UTF8String NUL = UTF8String.fromString("\0");

    /** Pattern of a quote that opens a cell and is not closed in the rest of the line. */
    private final Pattern open;

    private CsvLines(char separator) {
        open = Pattern.compile("(?:^|" + Pattern.quote(String.valueOf(separator)) + ")[ \\t]*\"(?:[^\"]|\"\")*+$");
    }

    /**
     * Refuses the first line whose cells cannot be read with certainty.
     *
     * @param path path of the lines, for messages
     * @throws DataException with its row
     */
    static void requireReadableLines(Dataset<Row> lines, String path, char separator) {
        Column[] value = {functions.col("value")};
        CsvLines check = new CsvLines(separator);
        boolean refused = Table.of(lines)
                .select(value)
                .run((partition, rows) -> {
                    while (rows.hasNext()) {
                        if (check.fault(rows.next().getUTF8String(0)) != null) {
                            return true;
                        }
                    }
                    return false;
                })
                .contains(true);
        if (refused) {
            Table.Origin origin = new Table.Origin(path, true, TextFormat.PLAIN, false, Set.of());
            // Lines without content are no rows.
            Table table = new Table(lines.filter("value rlike '[^\\\\x00-\\\\x20]'"), Derivation.NONE, origin);
            throw FaultLocator.locateFault(table, check, value).orElseThrow();
        }
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
