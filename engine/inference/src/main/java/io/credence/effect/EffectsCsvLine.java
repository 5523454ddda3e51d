package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Line of {@code effects.csv}: an average over rows, or a difference or ratio of two averages.
 *
 * @param request name of the request
 * @param term column that differs; empty for predictions of rows as they are, and for hypotheses
 * @param contrast comparison, in words
 * @param commonCells cells that the rows have in common, by column
 * @param averagedOver text on the rows that are averaged over; empty where that is not known
 * @param samplingSd standard deviation that sampling the rows adds; NaN where all are averaged
 * @param summary mean, standard deviation and interval, named by {@link #label}
 */
public record EffectsCsvLine(
        String request,
        String term,
        String contrast,
        Map<String, String> commonCells,
        String averagedOver,
        double samplingSd,
        SummaryRow summary) {

    public EffectsCsvLine {
        commonCells = new LinkedHashMap<>(commonCells);
        summary = summary.withName(label(term, contrast, commonCells));
    }

    static EffectsCsvLine of(String request, EffectEstimate estimate, double level) {
        return new EffectsCsvLine(
                request,
                estimate.term(),
                estimate.contrast(),
                estimate.commonCells(),
                estimate.averagedOver(),
                estimate.samplingSd(),
                estimate.summary(level));
    }

    /** Label of the estimate, on one line. */
    public String label() {
        return summary.name();
    }

    private static String label(String term, String contrast, Map<String, String> by) {
        String common = by.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
        boolean given = contrast.isEmpty() && !by.isEmpty();
        return Stream.of(given ? "" : term, contrast, common)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** Text on the averaged rows, for the end of a line; empty where each row counts once. */
    String averagedOverText() {
        return averagedOver.isEmpty() || averagedOver.matches("[\\d,]+ rows?") ? "" : ", averaged over " + averagedOver;
    }

    /** Whether part of the average is prior, as some of its rows have levels without rows in the fit. */
    public boolean isPartlyPrior() {
        return NewLevels.isIn(averagedOver);
    }

    /**
     * Text on the error from averaging a sample of the rows, for the end of a line; empty where all rows are averaged.
     */
    String samplingText() {
        return Double.isNaN(samplingSd) ? "" : String.format(Locale.ROOT, "  sampling sd %.2g", samplingSd);
    }

    /**
     * Cells of the line in the table, including those of the columns {@code common}.
     *
     * @param sampled whether the table has the error of sampled rows
     */
    List<String> tableCells(Iterable<String> common, boolean sampled) {
        Stream.Builder<String> cells =
                Stream.<String>builder().add(request).add(term).add(contrast);
        common.forEach(column -> cells.add(commonCells.getOrDefault(column, "")));
        cells.add(averagedOver);
        if (sampled) {
            cells.add(Double.isNaN(samplingSd) ? "" : String.valueOf(samplingSd));
        }
        EffectEstimate.summaryNumbers(summary).forEach(number -> cells.add(String.valueOf(number)));
        return cells.build().toList();
    }
}
