package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A line of {@code effects.csv}: an average over rows, or what two of them differ by, as it is reported.
 *
 * @param request by whose name it was requested
 * @param term the column that differs; empty for predictions of rows as they are, and for hypotheses
 * @param contrast what is compared, in words
 * @param by what the rows have in common: cells by column
 * @param over over what rows the average is; empty where that is not known
 * @param row its mean, standard deviation and interval, named by {@link #label}
 */
public record EffectLine(
        String request, String term, String contrast, Map<String, String> by, String over, SummaryRow row) {

    public EffectLine {
        by = new LinkedHashMap<>(by);
        row = row.named(label(term, contrast, by));
    }

    static EffectLine of(String request, Estimate estimate, double level) {
        return new EffectLine(
                request, estimate.term(), estimate.contrast(), estimate.by(), estimate.over(), estimate.summary(level));
    }

    /** What it is of, on one line. */
    public String label() {
        return row.name();
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

    /** The same behind other words; empty where each row counts once, as anybody would think. */
    String overWords() {
        return over.isEmpty() || over.matches("[\\d,]+ rows?") ? "" : ", averaged over " + over;
    }

    /** Its cells under the columns of the table, those of {@code common} among them. */
    List<String> cells(Iterable<String> common) {
        Stream.Builder<String> cells =
                Stream.<String>builder().add(request).add(term).add(contrast);
        common.forEach(column -> cells.add(by.getOrDefault(column, "")));
        cells.add(over);
        Estimate.numbers(row).forEach(number -> cells.add(String.valueOf(number)));
        return cells.build().toList();
    }
}
