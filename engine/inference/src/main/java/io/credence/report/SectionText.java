package io.credence.report;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Sections of a report in words, for the terminal. Pictures are left to the page. */
public final class SectionText {

    private static final int MOST_ROWS = 60;

    /** Smallest width of a column of numbers. */
    private static final int NUMBER_WIDTH = 11;

    private SectionText() {}

    /** Text of all sections: title, sentences and tables of each. */
    public static String text(List<Section> sections) {
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            appendLine(text, section.title());
            section.notes().forEach(note -> appendLine(text, note));
            section.tables().forEach(table -> appendTable(text, table));
        }
        return text.toString();
    }

    private static void appendTable(StringBuilder text, SectionTable table) {
        appendLine(text, table.title());
        int shown = Math.min(MOST_ROWS, table.rows().size());
        String[][] cells = new String[shown + 1][];
        cells[0] = table.columns().stream().map(SectionTable.Column::name).toArray(String[]::new);
        for (int i = 0; i < shown; i++) {
            SectionTable.Row row = table.rows().get(i);
            cells[i + 1] = IntStream.range(0, cells[0].length)
                    .mapToObj(k -> row.cells()
                            .get(k)
                            .in(CellText.of(table.columns().get(k).decimals())))
                    .toArray(String[]::new);
        }
        String[] formats = new String[cells[0].length];
        for (int k = 0; k < formats.length; k++) {
            int column = k;
            boolean words = table.columns().get(k).decimals() == null;
            int width = IntStream.range(0, cells.length)
                    .map(i -> cells[i][column].length())
                    .max()
                    .orElse(0);
            formats[k] = words ? "%-" + Math.max(1, width) + "s" : "%" + Math.max(NUMBER_WIDTH, width) + "s";
        }
        for (String[] row : cells) {
            appendLine(
                    text,
                    IntStream.range(0, row.length)
                            .mapToObj(k -> String.format(Locale.ROOT, formats[k], row[k]))
                            .reduce((left, right) -> left + ' ' + right)
                            .orElse("")
                            .stripTrailing());
        }
        int more = table.rows().size() - shown + table.omitted();
        appendLine(text, more > 0 ? "… and " + more + " more in posterior.json" : "");
    }

    private static void appendLine(StringBuilder text, String line) {
        if (!line.isEmpty()) {
            text.append(line).append('\n');
        }
    }
}
