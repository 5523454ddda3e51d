package io.credence.report.page;

import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.report.CellText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Section in the form of a page.
 *
 * @param name name of its place on the page
 * @param title title, which begins with a capital
 * @param notes sentences below the title
 * @param tables tables
 * @param pictures pictures of curves and intervals
 */
record PageSection(
        String name, String title, List<String> notes, List<PageTable> tables, List<TitledPicture> pictures) {

    /** Largest number of rows of a table. */
    private static final int MOST_ROWS = 250;

    private static final String NUMBER = "number";

    /**
     * Table of a page.
     *
     * @param more number of rows that are left out
     */
    record PageTable(String title, List<PageCell> columns, List<PageRow> rows, int more) {}

    /**
     * Row of a table.
     *
     * @param css CSS class of its emphasis; empty for most
     */
    record PageRow(List<PageCell> cells, String css) {}

    /**
     * Cell of a table, or the head of a column.
     *
     * @param css CSS class: "number" for numbers
     */
    record PageCell(String text, String css) {}

    /** Picture below a title. */
    record TitledPicture(String title, Picture picture) {}

    static PageSection of(Section section) {
        List<TitledPicture> pictures = new ArrayList<>();
        section.curves().forEach(curve -> pictures.add(new TitledPicture(curve.title(), CurvePicture.of(curve))));
        section.intervals()
                .forEach(plot -> pictures.add(new TitledPicture(ForestPicture.title(plot), ForestPicture.of(plot))));
        return new PageSection(
                section.name(),
                capitalised(section.title()),
                section.notes(),
                section.tables().stream().map(PageSection::table).toList(),
                pictures);
    }

    private static String capitalised(String title) {
        return title.isEmpty()
                ? title
                : Character.toString(Character.toUpperCase(title.codePointAt(0)))
                        + title.substring(title.offsetByCodePoints(0, 1));
    }

    private static PageTable table(SectionTable table) {
        List<PageCell> heads = table.columns().stream()
                .map(column -> new PageCell(column.name(), css(column)))
                .toList();
        int shown = Math.min(MOST_ROWS, table.rows().size());
        List<PageRow> rows = table.rows().subList(0, shown).stream()
                .map(row -> toRow(row, table.columns()))
                .toList();
        return new PageTable(
                capitalised(table.title()), heads, rows, table.rows().size() - shown + table.omitted());
    }

    private static PageRow toRow(SectionTable.Row row, List<Column> columns) {
        List<PageCell> cells = IntStream.range(0, columns.size())
                .mapToObj(k -> new PageCell(
                        row.cells().get(k).in(CellText.of(columns.get(k).decimals())), css(columns.get(k))))
                .toList();
        return new PageRow(cells, row.emphasis() == null ? "" : row.emphasis().toString());
    }

    private static String css(Column column) {
        return column.decimals() == null ? "" : NUMBER;
    }
}
