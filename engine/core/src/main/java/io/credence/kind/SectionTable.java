package io.credence.kind;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Table of a section of a report, as plain data.
 *
 * @param title title of the table; empty where that of the section says enough
 * @param columns columns of the table, the first of which names its rows
 * @param rows rows of the table
 * @param omitted number of further rows that the table does not hold
 */
public record SectionTable(String title, List<Column> columns, List<Row> rows, int omitted) {

    /**
     * Column of a table.
     *
     * @param name name of the column
     * @param decimals number of digits after the decimal point of its numbers; null for a column of texts
     */
    public record Column(String name, @Nullable Integer decimals) {

        /** Column of texts. */
        public static Column ofTexts(String name) {
            return new Column(name, null);
        }

        /** Column of numbers with given digits after the decimal point. */
        public static Column ofNumbers(String name, int decimals) {
            return new Column(name, decimals);
        }
    }

    /** Emphasis of a row. */
    public enum Emphasis {
        /** Row that stands out, such as that of a number whose sign is known. */
        STRONG,
        /** Row of a number that is in doubt. */
        DOUBTFUL,
        /** Row that corrects the one above it. */
        CORRECTED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Row of a table.
     *
     * @param cells cell of each column
     * @param emphasis emphasis of the row; null for most
     */
    public record Row(List<TableCell> cells, @Nullable Emphasis emphasis) {

        public Row {
            cells = List.copyOf(cells);
        }
    }

    public SectionTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of the table \"" + title + "\" has the wrong length: required " + columns.size()
                                + " cells, found " + row.cells().size());
            }
        }
    }

    /** Table without rows. */
    public static SectionTable of(String title, Column... columns) {
        return new SectionTable(title, List.of(columns), List.of(), 0);
    }

    /** Copy with one more row. */
    public SectionTable withRow(TableCell... cells) {
        return withRow(null, cells);
    }

    /** Copy with one more row, of a given emphasis; null for none. */
    public SectionTable withRow(@Nullable Emphasis emphasis, TableCell... cells) {
        return new SectionTable(title, columns, Section.append(rows, new Row(List.of(cells), emphasis)), omitted);
    }
}
