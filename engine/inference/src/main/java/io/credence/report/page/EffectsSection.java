package io.credence.report.page;

import io.credence.effect.EffectLine;
import io.credence.effect.EffectText;
import io.credence.effect.Variable;
import io.credence.result.SavedGroup;
import io.credence.result.SavedPosterior;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Averages that {@code credence effects} computed of the fit.
 *
 * @param requests each with its pictures
 */
record EffectsSection(List<Shown> requests) {

    /** Curves of a request that are drawn, the first ones. */
    private static final int MOST_CURVES = 12;

    /** Values of a number from which on they are a curve. */
    private static final int CURVE = 3;

    /**
     * What was found for a request: a curve with a band over a number, a dot with an interval for each line otherwise.
     *
     * @param title name of the request, and of which term and contrast a curve is
     */
    record Shown(String title, Picture picture) {}

    /**
     * That of a fit.
     *
     * @param csv text of {@code effects.csv}; empty where there is none
     * @return null where there is none
     */
    static @Nullable EffectsSection of(SavedPosterior saved, String csv) {
        if (csv.isEmpty()) {
            return null;
        }
        Set<String> factors = factors(saved);
        List<Shown> shown = new ArrayList<>();
        EffectText.byRequest(EffectText.parse(csv)).forEach((name, lines) -> {
            List<String> numbers = numbers(lines, factors);
            if (numbers.size() == 1) {
                shown.addAll(curves(name, numbers.get(0), lines));
            } else {
                shown.add(intervals(name, lines));
            }
        });
        return new EffectsSection(shown);
    }

    /** Columns whose cells are levels, whatever they are called. */
    private static Set<String> factors(SavedPosterior saved) {
        Set<String> factors = new HashSet<>(saved.columns().baselines().keySet());
        saved.groups().stream().map(SavedGroup::factor).forEach(factors::add);
        Variable.of(saved, saved.names()).stream()
                .filter(Variable::isFactor)
                .map(Variable::name)
                .forEach(factors::add);
        return factors;
    }

    /** Columns of numbers by which the lines differ. */
    private static List<String> numbers(List<EffectLine> lines, Set<String> factors) {
        Set<String> columns = new TreeSet<>(lines.get(0).by().keySet());
        lines.forEach(line -> columns.retainAll(line.by().keySet()));
        columns.removeAll(factors);
        columns.removeIf(column -> lines.stream().anyMatch(line -> !isNumber(cell(line, column)))
                || lines.stream().map(line -> cell(line, column)).distinct().count() < CURVE);
        return List.copyOf(columns);
    }

    private static String cell(EffectLine line, String column) {
        return line.by().getOrDefault(column, "");
    }

    private static boolean isNumber(String cell) {
        try {
            return Double.isFinite(Double.parseDouble(cell));
        } catch (NumberFormatException word) {
            return false;
        }
    }

    private static Shown intervals(String name, List<EffectLine> lines) {
        List<SummaryRow> rows = lines.stream().map(EffectLine::row).toList();
        boolean ratios = lines.stream().allMatch(line -> line.contrast().contains(" / "));
        String more = rows.size() > ForestPicture.MOST
                ? ", the first " + ForestPicture.MOST + " of " + rows.size() + " in effects.csv"
                : "";
        return new Shown(name + more, ForestPicture.of(rows, ratios ? 1 : 0));
    }

    /** A curve for lines that differ in the number alone. */
    private static List<Shown> curves(String name, String column, List<EffectLine> lines) {
        Map<String, List<EffectLine>> apart = lines.stream()
                .collect(Collectors.groupingBy(line -> without(line, column), LinkedHashMap::new, Collectors.toList()));
        return apart.entrySet().stream()
                .limit(MOST_CURVES)
                .map(each -> new Shown(
                        each.getKey().isEmpty() ? name : name + ", " + each.getKey(), curve(column, each.getValue())))
                .toList();
    }

    private static String without(EffectLine line, String column) {
        Map<String, String> by = new LinkedHashMap<>(line.by());
        by.remove(column);
        String term = line.term().equals(column) && line.contrast().isEmpty() ? "" : line.term();
        return new EffectLine(line.request(), term, line.contrast(), by, line.over(), line.row()).label();
    }

    private static Picture curve(String column, List<EffectLine> lines) {
        List<EffectLine> sorted = lines.stream()
                .sorted(Comparator.comparingDouble(line -> Double.parseDouble(cell(line, column))))
                .toList();
        double[] numbers = sorted.stream()
                .mapToDouble(line -> Double.parseDouble(cell(line, column)))
                .toArray();
        return CurvePicture.of(
                column, numbers, sorted.stream().map(EffectLine::row).toList());
    }
}
