package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.StringEscapeUtils;

/** Text of the estimates of several requests, as readable lines and as one CSV table. */
public final class EffectText {

    private static final List<String> KEYS = List.of("request", "term", "contrast");
    private static final Pattern CELL = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^,\"\r\n]*))(,|\r?\n|\\z)");

    private final double level;
    private final List<EffectsCsvLine> estimates = new ArrayList<>();

    /** Creates an empty text whose intervals have a given probability. */
    public EffectText(double level) {
        this.level = level;
    }

    /** Adds the estimates of a request with its name. */
    public void add(String name, EffectTable table) {
        table.estimates().forEach(each -> estimates.add(EffectsCsvLine.of(name, each, level)));
    }

    /** Readable lines, one for each estimate, under the name of its request. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        byRequest(estimates).forEach((name, found) -> {
            boolean together =
                    found.stream().map(EffectsCsvLine::averagedOver).distinct().count() == 1;
            lines.add(name + (together ? found.get(0).averagedOverText() : ""));
            int width =
                    found.stream().mapToInt(each -> each.label().length()).max().orElse(0);
            for (EffectsCsvLine each : found) {
                SummaryRow row = each.summary();
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-" + Math.max(1, width) + "s  %11.5g  sd %10.4g  %.0f %% [%.5g, %.5g]%s%s",
                        each.label(),
                        row.mean(),
                        row.sd(),
                        100 * level,
                        row.lower(),
                        row.upper(),
                        each.samplingText(),
                        together ? "" : each.averagedOverText()));
            }
        });
        return lines;
    }

    /** Groups lines by request, in the order of the lines. */
    public static Map<String, List<EffectsCsvLine>> byRequest(List<EffectsCsvLine> lines) {
        return lines.stream()
                .collect(Collectors.groupingBy(EffectsCsvLine::request, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * CSV table with one line for each estimate. Its columns are request, term, contrast, common cells of the rows,
     * rows that are averaged over, the error of sampling them if some were sampled, mean, sd, interval, and the
     * probability of being above 0.
     */
    public String csv() {
        Set<String> common = new LinkedHashSet<>();
        estimates.forEach(each -> common.addAll(each.commonCells().keySet()));
        boolean sampled = estimates.stream().anyMatch(each -> !Double.isNaN(each.samplingSd()));
        List<String> rows =
                sampled ? List.of(EffectEstimate.OVER, EffectEstimate.SAMPLING) : List.of(EffectEstimate.OVER);
        List<String> header = Stream.of(KEYS, common, rows, EffectEstimate.NUMBERS)
                .flatMap(names -> names.stream())
                .toList();
        return Stream.concat(Stream.of(header), estimates.stream().map(each -> each.tableCells(common, sampled)))
                .map(row -> row.stream().map(StringEscapeUtils::escapeCsv).collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    /**
     * Parses a CSV table of estimates.
     *
     * @throws IllegalArgumentException if it is not one that {@link #csv} writes
     */
    public static List<EffectsCsvLine> parse(String csv) {
        List<List<String>> rows = parseRows(csv);
        List<String> header = rows.isEmpty() ? List.of() : rows.get(0);
        int first = header.size() - EffectEstimate.NUMBERS.size();
        if (first < KEYS.size()
                || !header.subList(0, KEYS.size()).equals(KEYS)
                || !header.subList(first, header.size()).equals(EffectEstimate.NUMBERS)) {
            throw new IllegalArgumentException("the table of effects has another form: required columns " + KEYS
                    + " first and " + EffectEstimate.NUMBERS + " last, found " + header);
        }
        return rows.stream().skip(1).map(row -> parseLine(header, row)).toList();
    }

    private static EffectsCsvLine parseLine(List<String> header, List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException("the table of effects has a line that cannot be: required "
                    + header.size() + " cells, found " + cells);
        }
        int first = header.size() - EffectEstimate.NUMBERS.size();
        Map<String, String> by = new LinkedHashMap<>();
        int over = header.indexOf(EffectEstimate.OVER);
        int sampling = header.indexOf(EffectEstimate.SAMPLING);
        for (int j = KEYS.size(); j < first; j++) {
            if (j != over && j != sampling && !cells.get(j).isEmpty()) {
                by.put(header.get(j), cells.get(j));
            }
        }
        double[] numbers = cells.subList(first, cells.size()).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new EffectsCsvLine(
                cells.get(0),
                cells.get(1),
                cells.get(2),
                by,
                over < 0 ? "" : cells.get(over),
                sampling < 0 || cells.get(sampling).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(sampling)),
                new SummaryRow("", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]));
    }

    private static List<List<String>> parseRows(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        Matcher cell = CELL.matcher(csv);
        for (int at = 0; at < csv.length(); at = cell.end()) {
            if (!cell.find(at)) {
                throw new IllegalArgumentException("the table of effects cannot be read: required cells of CSV, found "
                        + csv.substring(at).lines().findFirst().orElse(""));
            }
            row.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
            if (!cell.group(3).equals(",")) {
                rows.add(row);
                row = new ArrayList<>();
            }
        }
        return rows;
    }
}
