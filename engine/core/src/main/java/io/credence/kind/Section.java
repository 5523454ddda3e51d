package io.credence.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Section of a report, as plain data. A kind of model hands its sections over; file, terminal and page each have one way
 * to show any of them.
 *
 * @param name short name, which is that of the section's place on the page
 * @param title title of the section, in small letters
 * @param notes sentences below the title
 * @param tables tables
 * @param curves pictures of curves with bands
 * @param intervals pictures of intervals
 */
public record Section(
        String name,
        String title,
        List<String> notes,
        List<SectionTable> tables,
        List<CurvePlot> curves,
        List<IntervalPlot> intervals) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    public Section {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a section cannot have this name: required small letters, digits and hyphens, found \"" + name
                            + '"');
        }
        notes = List.copyOf(notes);
        tables = List.copyOf(tables);
        curves = List.copyOf(curves);
        intervals = List.copyOf(intervals);
    }

    /** Section without content. */
    public static Section of(String name, String title) {
        return new Section(name, title, List.of(), List.of(), List.of(), List.of());
    }

    /** Copy with one more sentence. */
    public Section withNote(String note) {
        return new Section(name, title, append(notes, note), tables, curves, intervals);
    }

    /** Copy with one more table. */
    public Section withTable(SectionTable table) {
        return new Section(name, title, notes, append(tables, table), curves, intervals);
    }

    /** Copy with one more picture of a curve. */
    public Section withCurve(CurvePlot curve) {
        return new Section(name, title, notes, tables, append(curves, curve), intervals);
    }

    /** Copy with one more picture of intervals. */
    public Section withIntervals(IntervalPlot plot) {
        return new Section(name, title, notes, tables, curves, append(intervals, plot));
    }

    /** Copy of a list with one more entry. */
    static <T> List<T> append(List<T> list, T entry) {
        List<T> longer = new ArrayList<>(list);
        longer.add(entry);
        return longer;
    }
}
