package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An average over rows, or what two of them differ by.
 *
 * @param term the column that differs; empty for predictions of rows as they are, and for hypotheses
 * @param contrast what is compared, in words
 * @param by what the rows have in common: cells by column, and the class where there are several
 * @param draws its value at each draw of the posterior
 * @param over over what rows the average is, and as what they count; empty for hypotheses
 */
public record Estimate(String term, String contrast, Map<String, String> by, double[] draws, String over) {

    /** Name of the column that states over what rows an average is. */
    public static final String OVER = "averaged_over";

    /** What is reported of it, in the order of {@link #numbers}. */
    public static final List<String> NUMBERS = List.of("mean", "sd", "lower", "upper", "positive");

    public Estimate {
        by = new LinkedHashMap<>(by);
    }

    /** Its mean, standard deviation, central interval of that probability, and the probability of being above 0. */
    public SummaryRow summary(double level) {
        return SummaryRow.of(contrast.isEmpty() ? term : contrast, draws, level);
    }

    /** The same as numbers. */
    public List<Double> numbers(double level) {
        return numbers(summary(level));
    }

    static List<Double> numbers(SummaryRow row) {
        return List.of(row.mean(), row.sd(), row.lower(), row.upper(), row.positive());
    }
}
