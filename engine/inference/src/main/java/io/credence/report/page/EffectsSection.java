package io.credence.report.page;

import io.credence.effect.EffectText;
import io.credence.effect.EffectsCsvLine;
import io.credence.effect.ModelColumn;
import io.credence.kind.CurvePlot;
import io.credence.kind.Section;
import io.credence.result.SavedPosterior;
import io.credence.summary.FactorSummary;
import io.credence.summary.SummaryParts;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Section on the averages that {@code credence effects} computed for the fit: a curve with a band over a number, or dots
 * with intervals.
 */
final class EffectsSection {

    /** Largest number of curves of one request. */
    private static final int MOST_CURVES = 12;

    /** Largest number of averages of one request with a note that a part of them is prior. */
    private static final int MOST_NOTES = 5;

    /** Smallest number of values that are drawn as a curve. */
    private static final int CURVE = 3;

    private EffectsSection() {}

    /**
     * Section of a fit.
     *
     * @param csv text of {@code effects.csv}; empty where there is none
     * @return section; null where there is no text
     */
    static @Nullable Section of(SavedPosterior saved, String csv) {
        if (csv.isEmpty()) {
            return null;
        }
        Set<String> factors = factorColumns(saved);
        Section section = Section.of("effects", "effects")
                .withNote("Averages over rows, with central intervals by draws of all coefficients (of 90 % unless"
                        + " score.level was another). All lines are in effects.csv.");
        for (Map.Entry<String, List<EffectsCsvLine>> request :
                EffectText.byRequest(EffectText.parse(csv)).entrySet()) {
            List<EffectsCsvLine> lines = request.getValue();
            section = withPriorNotes(section, request.getKey(), lines);
            List<String> numbers = numericColumns(lines, factors);
            section = numbers.size() == 1
                    ? withCurves(section, request.getKey(), numbers.get(0), lines)
                    : withIntervals(section, request.getKey(), lines);
        }
        return section;
    }

    /** Copy with a note on each of the first averages of which a part is prior. */
    private static Section withPriorNotes(Section section, String name, List<EffectsCsvLine> lines) {
        List<EffectsCsvLine> prior =
                lines.stream().filter(EffectsCsvLine::isPartlyPrior).toList();
        Section noted = section;
        for (EffectsCsvLine line : prior.subList(0, Math.min(MOST_NOTES, prior.size()))) {
            String label = line.label().isEmpty() ? name : name + ", " + line.label();
            noted = noted.withNote(label + ": averaged over " + line.averagedOver() + ".");
        }
        int more = prior.size() - MOST_NOTES;
        return more > 0 ? noted.withNote(name + ": " + more + " more averages are partly prior.") : noted;
    }

    /** Names of the columns that are factors, even where their levels look like numbers. */
    private static Set<String> factorColumns(SavedPosterior saved) {
        Set<String> factors =
                new HashSet<>(saved.fittedColumns().referenceLevels().keySet());
        saved.groups().stream().map(FactorSummary::factor).forEach(factors::add);
        ModelColumn.of(saved, saved.names()).stream()
                .filter(ModelColumn::isFactor)
                .map(ModelColumn::name)
                .forEach(factors::add);
        return factors;
    }

    /** Names of the numeric columns whose values differ between lines. */
    private static List<String> numericColumns(List<EffectsCsvLine> lines, Set<String> factors) {
        Set<String> columns = new TreeSet<>(lines.get(0).commonCells().keySet());
        lines.forEach(line -> columns.retainAll(line.commonCells().keySet()));
        columns.removeAll(factors);
        columns.removeIf(column -> lines.stream().anyMatch(line -> !isNumber(cell(line, column)))
                || lines.stream().map(line -> cell(line, column)).distinct().count() < CURVE);
        return List.copyOf(columns);
    }

    private static String cell(EffectsCsvLine line, String column) {
        return line.commonCells().getOrDefault(column, "");
    }

    private static boolean isNumber(String cell) {
        try {
            return Double.isFinite(Double.parseDouble(cell));
        } catch (NumberFormatException word) {
            return false;
        }
    }

    private static Section withIntervals(Section section, String name, List<EffectsCsvLine> lines) {
        boolean ratios = lines.stream().allMatch(line -> line.contrast().contains(" / "));
        return SummaryParts.withIntervals(
                section,
                name,
                ratios ? 1 : 0,
                lines.stream().map(EffectsCsvLine::summary).toList());
    }

    /** Copy with curves over a numeric column, one for each combination of the other columns. */
    private static Section withCurves(Section section, String name, String column, List<EffectsCsvLine> lines) {
        Map<String, List<EffectsCsvLine>> apart = lines.stream()
                .collect(Collectors.groupingBy(
                        line -> labelWithout(line, column), LinkedHashMap::new, Collectors.toList()));
        Section all = section;
        for (Map.Entry<String, List<EffectsCsvLine>> each :
                apart.entrySet().stream().limit(MOST_CURVES).toList()) {
            String title = each.getKey().isEmpty() ? name : name + ", " + each.getKey();
            all = isCurve(each.getValue())
                    ? all.withCurve(curve(title, column, each.getValue()))
                    : withIntervals(all, title, each.getValue());
        }
        return all;
    }

    private static String labelWithout(EffectsCsvLine line, String column) {
        Map<String, String> by = new LinkedHashMap<>(line.commonCells());
        by.remove(column);
        String term = line.term().equals(column) && line.contrast().isEmpty() ? "" : line.term();
        return new EffectsCsvLine(
                        line.request(),
                        term,
                        line.contrast(),
                        by,
                        line.averagedOver(),
                        line.samplingSd(),
                        line.summary())
                .label();
    }

    private static boolean isCurve(List<EffectsCsvLine> lines) {
        return lines.size() > 1
                && lines.stream()
                        .map(EffectsCsvLine::summary)
                        .allMatch(row -> Double.isFinite(row.mean() + row.lower() + row.upper()));
    }

    private static CurvePlot curve(String title, String column, List<EffectsCsvLine> lines) {
        List<EffectsCsvLine> sorted = lines.stream()
                .sorted(Comparator.comparingDouble(line -> Double.parseDouble(cell(line, column))))
                .toList();
        return new CurvePlot(
                title,
                column,
                heights(sorted, line -> Double.parseDouble(cell(line, column))),
                heights(sorted, line -> line.summary().mean()),
                heights(sorted, line -> line.summary().lower()),
                heights(sorted, line -> line.summary().upper()));
    }

    private static double[] heights(List<EffectsCsvLine> lines, ToDoubleFunction<EffectsCsvLine> number) {
        return lines.stream().mapToDouble(number).toArray();
    }
}
