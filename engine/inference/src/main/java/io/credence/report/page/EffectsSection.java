package io.credence.report.page;

import io.credence.effect.EffectLine;
import io.credence.effect.EffectText;
import io.credence.effect.ModelColumn;
import io.credence.result.SavedPosterior;
import io.credence.result.section.GroupSection;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Section on the averages that {@code credence effects} computed for the fit.
 *
 * @param requests pictures of the requests
 */
record EffectsSection(List<EffectPicture> requests) {

    /** Largest number of curves of one request. */
    private static final int MOST_CURVES = 12;

    /** Smallest number of values that are drawn as a curve. */
    private static final int CURVE = 3;

    /**
     * Picture of a requested effect: either a curve with a band over a number, or dots with intervals.
     *
     * @param title name of the request, with term and contrast of a curve
     */
    record EffectPicture(String title, Picture picture) {}

    /**
     * Section of a fit.
     *
     * @param csv text of {@code effects.csv}; empty where there is none
     * @return section; null where there is no text
     */
    static @Nullable EffectsSection of(SavedPosterior saved, String csv) {
        if (csv.isEmpty()) {
            return null;
        }
        Set<String> factors = factorColumns(saved);
        List<EffectPicture> shown = new ArrayList<>();
        EffectText.byRequest(EffectText.parse(csv)).forEach((name, lines) -> {
            List<String> numbers = numericColumns(lines, factors);
            if (numbers.size() == 1) {
                shown.addAll(curvePictures(name, numbers.get(0), lines));
            } else {
                shown.add(intervalPicture(name, lines));
            }
        });
        return new EffectsSection(shown);
    }

    /** Names of the columns that are factors, even where their levels look like numbers. */
    private static Set<String> factorColumns(SavedPosterior saved) {
        Set<String> factors =
                new HashSet<>(saved.fittedColumns().referenceLevels().keySet());
        saved.groups().stream().map(GroupSection::factor).forEach(factors::add);
        ModelColumn.of(saved, saved.names()).stream()
                .filter(ModelColumn::isFactor)
                .map(ModelColumn::name)
                .forEach(factors::add);
        return factors;
    }

    /** Names of the numeric columns whose values differ between lines. */
    private static List<String> numericColumns(List<EffectLine> lines, Set<String> factors) {
        Set<String> columns = new TreeSet<>(lines.get(0).commonCells().keySet());
        lines.forEach(line -> columns.retainAll(line.commonCells().keySet()));
        columns.removeAll(factors);
        columns.removeIf(column -> lines.stream().anyMatch(line -> !isNumber(cell(line, column)))
                || lines.stream().map(line -> cell(line, column)).distinct().count() < CURVE);
        return List.copyOf(columns);
    }

    private static String cell(EffectLine line, String column) {
        return line.commonCells().getOrDefault(column, "");
    }

    private static boolean isNumber(String cell) {
        try {
            return Double.isFinite(Double.parseDouble(cell));
        } catch (NumberFormatException word) {
            return false;
        }
    }

    private static EffectPicture intervalPicture(String name, List<EffectLine> lines) {
        List<SummaryRow> rows = lines.stream().map(EffectLine::summary).toList();
        boolean ratios = lines.stream().allMatch(line -> line.contrast().contains(" / "));
        String more = rows.size() > ForestPicture.MOST
                ? ", the first " + ForestPicture.MOST + " of " + rows.size() + " in effects.csv"
                : "";
        return new EffectPicture(name + more, ForestPicture.of(rows, ratios ? 1 : 0));
    }

    /** Pictures of curves over a numeric column, one for each combination of the other columns. */
    private static List<EffectPicture> curvePictures(String name, String column, List<EffectLine> lines) {
        Map<String, List<EffectLine>> apart = lines.stream()
                .collect(Collectors.groupingBy(
                        line -> labelWithout(line, column), LinkedHashMap::new, Collectors.toList()));
        return apart.entrySet().stream()
                .limit(MOST_CURVES)
                .map(each -> new EffectPicture(
                        each.getKey().isEmpty() ? name : name + ", " + each.getKey(),
                        curvePicture(column, each.getValue())))
                .toList();
    }

    private static String labelWithout(EffectLine line, String column) {
        Map<String, String> by = new LinkedHashMap<>(line.commonCells());
        by.remove(column);
        String term = line.term().equals(column) && line.contrast().isEmpty() ? "" : line.term();
        return new EffectLine(line.request(), term, line.contrast(), by, line.averagedOver(), line.summary()).label();
    }

    private static Picture curvePicture(String column, List<EffectLine> lines) {
        List<EffectLine> sorted = lines.stream()
                .sorted(Comparator.comparingDouble(line -> Double.parseDouble(cell(line, column))))
                .toList();
        double[] numbers = sorted.stream()
                .mapToDouble(line -> Double.parseDouble(cell(line, column)))
                .toArray();
        return CurvePicture.of(
                column, numbers, sorted.stream().map(EffectLine::summary).toList());
    }

    /** Builder of a picture of means and intervals over a number, as a curve with a band. */
    static final class CurvePicture {

        private static final double LEFT = 48;
        private static final double RIGHT = Canvas.WIDTH - 10;
        private static final double TOP = 8;
        private static final double BOTTOM = 170;

        private CurvePicture() {}

        /**
         * Draws the curve of numbers in ascending order.
         *
         * @param name name of the number on the horizontal axis
         * @param numbers values of that number, at least two
         * @param rows summary at each value
         */
        static Picture of(String name, double[] numbers, List<SummaryRow> rows) {
            double low = rows.stream().mapToDouble(SummaryRow::lower).min().orElse(0);
            double high = rows.stream().mapToDouble(SummaryRow::upper).max().orElse(0);
            Axis across = Axis.linear(numbers[0], numbers[numbers.length - 1], LEFT, RIGHT);
            Axis up = Axis.linear(low, high, BOTTOM, TOP);
            double[] x = Arrays.stream(numbers).map(across::position).toArray();
            int n = x.length;
            double[] around = new double[2 * n];
            double[] band = new double[2 * n];
            double[] upper = heights(rows, SummaryRow::upper, up);
            double[] lower = heights(rows, SummaryRow::lower, up);
            for (int i = 0; i < n; i++) {
                around[i] = x[i];
                band[i] = upper[i];
                around[2 * n - 1 - i] = x[i];
                band[2 * n - 1 - i] = lower[i];
            }
            return new Canvas(BOTTOM + 18)
                    .leftAxis(up, LEFT, RIGHT)
                    .bottomAxis(across, TOP, BOTTOM)
                    .curve("area own", around, band)
                    .curve("curve own", x, heights(rows, SummaryRow::mean, up))
                    .toPicture("Across: " + name, "Means and intervals at " + n + " values of " + name);
        }

        private static double[] heights(List<SummaryRow> rows, ToDoubleFunction<SummaryRow> number, Axis up) {
            return rows.stream().mapToDouble(number).map(up::position).toArray();
        }
    }
}
