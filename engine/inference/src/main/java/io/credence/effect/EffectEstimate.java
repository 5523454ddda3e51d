package io.credence.effect;

import io.credence.summary.SummaryRow;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Estimate of an average over rows, or of a difference or ratio of two averages.
 *
 * @param term column that differs; empty for predictions of rows as they are, and for hypotheses
 * @param contrast comparison, in words
 * @param commonCells cells that the rows have in common, by column, and the class where there are several
 * @param draws value at each draw of the posterior
 * @param averagedOver text on the rows that are averaged over, and their weights; empty for hypotheses
 * @param samplingSd standard deviation that averaging over a sample of the rows adds to the mean; NaN where all rows are
 *     averaged, or it is not known
 */
public record EffectEstimate(
        String term,
        String contrast,
        Map<String, String> commonCells,
        double[] draws,
        String averagedOver,
        double samplingSd) {

    /** Name of the result's column that describes the averaged rows. */
    public static final String OVER = "averaged_over";

    /** Name of the result's column with the error of sampled rows. */
    public static final String SAMPLING = "sampling_sd";

    /** Names of the reported numbers, in the order of {@link #summaryNumbers}. */
    public static final List<String> NUMBERS = List.of("mean", "sd", "lower", "upper", "positive");

    public EffectEstimate {
        commonCells = new LinkedHashMap<>(commonCells);
    }

    /** Creates an estimate over all rows. */
    EffectEstimate(String term, String contrast, Map<String, String> commonCells, double[] draws, String averagedOver) {
        this(term, contrast, commonCells, draws, averagedOver, Double.NaN);
    }

    /**
     * Copy of an estimate over sampled rows.
     *
     * @param sd standard deviation that sampling adds
     * @param rows number of rows that were sampled from
     */
    EffectEstimate ofSample(double sd, long rows) {
        String over =
                averagedOver.isEmpty() ? "" : averagedOver + String.format(Locale.ROOT, ", sampled from %,d", rows);
        return new EffectEstimate(term, contrast, commonCells, draws, over, sd);
    }

    /** Posterior mean of the estimate. */
    double mean() {
        return Arrays.stream(draws).average().orElseThrow();
    }

    /**
     * Summary of the estimate: mean, standard deviation, central interval of a given probability, and probability of
     * being above 0.
     */
    public SummaryRow summary(double level) {
        return SummaryRow.of(contrast.isEmpty() ? term : contrast, draws, level);
    }

    /** Numbers of the summary, in the order of {@link #NUMBERS}. */
    public List<Double> summaryNumbers(double level) {
        return summaryNumbers(summary(level));
    }

    static List<Double> summaryNumbers(SummaryRow row) {
        return List.of(row.mean(), row.sd(), row.lower(), row.upper(), row.positiveProbability());
    }
}
