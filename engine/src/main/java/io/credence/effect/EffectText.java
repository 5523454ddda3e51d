package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Effects of several requests as lines for people and as one table of CSV. */
public final class EffectText {

    private final double level;
    private final Map<String, EffectTable> tables = new LinkedHashMap<>();

    /** Without any yet; intervals have that probability. */
    public EffectText(double level) {
        this.level = level;
    }

    /** Adds what a request found, by its name. */
    public void add(String name, EffectTable table) {
        tables.put(name, table);
    }

    /** Lines for people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        tables.forEach((name, table) -> {
            lines.add(name);
            List<String> labels =
                    table.estimates().stream().map(EffectText::label).toList();
            int width = labels.stream().mapToInt(String::length).max().orElse(0);
            for (int i = 0; i < labels.size(); i++) {
                SummaryRow row = table.estimates().get(i).summary(level);
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-" + Math.max(1, width) + "s  %11.5g  sd %10.4g  %.0f %% [%.5g, %.5g]",
                        labels.get(i),
                        row.mean(),
                        row.sd(),
                        100 * level,
                        row.lower(),
                        row.upper()));
            }
        });
        return lines;
    }

    private static String label(Estimate estimate) {
        String common = estimate.by().entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
        return Stream.of(estimate.term(), estimate.contrast(), common)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** One table: request, term, contrast, what rows have in common, and mean, sd, interval and the probability of being above 0. */
    public String csv() {
        Set<String> common = new LinkedHashSet<>();
        tables.values().forEach(table -> common.addAll(table.columns()));
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.of(List.of("request", "term", "contrast"), common, Estimate.NUMBERS)
                .flatMap(names -> names.stream())
                .toList());
        tables.forEach((name, table) -> table.estimates().forEach(each -> rows.add(cells(name, each, common))));
        return rows.stream()
                .map(row -> row.stream().map(EffectText::quoted).collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    private List<String> cells(String name, Estimate estimate, Set<String> common) {
        List<String> cells = new ArrayList<>(List.of(name, estimate.term(), estimate.contrast()));
        common.forEach(column -> cells.add(estimate.by().getOrDefault(column, "")));
        estimate.numbers(level).forEach(number -> cells.add(String.valueOf(number)));
        return cells;
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
