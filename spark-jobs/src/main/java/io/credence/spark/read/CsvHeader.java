package io.credence.spark.read;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import io.credence.config.DataConfig.TextFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Column names of a CSV file. Names that occur twice are made distinct here, since Spark would rename them silently.
 *
 * @param names one name per column
 * @param repeated names that occur more than once
 * @param hasNameless whether a column has none, as the index of a pandas frame
 */
record CsvHeader(List<String> names, Set<String> repeated, boolean hasNameless) {

    /** Options of Spark's reader: RFC 4180 quotes, cells without the blanks around them. */
    static Map<String, String> options(TextFormat text) {
        return Map.of(
                "header",
                "true",
                "sep",
                String.valueOf(text.separator()),
                "mode",
                "PERMISSIVE",
                "escape",
                "\"",
                "ignoreLeadingWhiteSpace",
                "true",
                "ignoreTrailingWhiteSpace",
                "true",
                "columnNameOfCorruptRecord",
                Table.MALFORMED);
    }

    static CsvHeader of(String line, char separator) {
        CsvParserSettings settings = new CsvParserSettings();
        settings.getFormat().setDelimiter(separator);
        settings.getFormat().setQuoteEscape('"');
        // The parser holds room for them all
        settings.setMaxColumns((int) line.chars().filter(c -> c == separator).count() + 1);
        settings.setMaxCharsPerColumn(-1);
        String[] cells = new CsvParser(settings).parseLine(line);
        List<String> names = new ArrayList<>();
        Set<String> known = new HashSet<>();
        Set<String> repeated = new HashSet<>();
        boolean nameless = false;
        for (int c = 0; c < cells.length; c++) {
            nameless |= cells[c] == null;
            String name = cells[c] == null ? "_c" + c : cells[c];
            if (known.add(name.toLowerCase(Locale.ROOT))) {
                names.add(name);
            } else {
                repeated.add(name);
                names.add(name + " (column " + (c + 1) + ")");
            }
        }
        return new CsvHeader(names, repeated, nameless);
    }

    /** Whether Spark can compare a file's header with the names. A header lacks names that were made up. */
    boolean isComparable() {
        return repeated.isEmpty() && !hasNameless;
    }

    /** Schema with every column as text, and the column of malformed lines. */
    StructType schema() {
        StructType schema = new StructType();
        for (String name : names) {
            schema = schema.add(name, DataTypes.StringType);
        }
        return schema.add(Table.MALFORMED, DataTypes.StringType);
    }
}
