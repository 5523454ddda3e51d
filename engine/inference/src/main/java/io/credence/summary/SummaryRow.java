package io.credence.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.credence.family.law.DispersionPosterior;
import io.credence.linalg.NormalTail;
import io.credence.quadrature.NormalRamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Posterior summary of one number: mean, standard deviation and central interval.
 *
 * @param name name of a coefficient, a transformed parameter or a dispersion
 * @param mean posterior mean
 * @param sd posterior standard deviation
 * @param lower lower end of the central interval, of 90 % unless another was requested
 * @param upper upper end of that interval
 * @param positiveProbability probability that the number is above 0; NaN where its sign is fixed or of no interest
 * @param corrected summary to use instead; null where this one may be used, or there is nothing better
 */
public record SummaryRow(
        String name,
        double mean,
        double sd,
        double lower,
        double upper,
        @JsonProperty("positive") double positiveProbability,
        @Nullable SummaryRow corrected) {

    /** Probability of the central interval, unless another is requested. */
    public static final double LEVEL = 0.9;

    /** Creates a summary without a corrected one. */
    public SummaryRow(String name, double mean, double sd, double lower, double upper, double positive) {
        this(name, mean, sd, lower, upper, positive, null);
    }

    /** Creates a summary of a number whose sign is of no interest. */
    public SummaryRow(String name, double mean, double sd, double lower, double upper) {
        this(name, mean, sd, lower, upper, Double.NaN);
    }

    /** Summary of a normally distributed number, with its central interval of a given probability. */
    static SummaryRow ofNormal(String name, double mean, double sd, double level) {
        double reach = (level == LEVEL ? NormalTail.QUANTILE_95 : NormalTail.quantile(upperProbability(level))) * sd;
        return new SummaryRow(name, mean, sd, mean - reach, mean + reach, NormalRamp.probabilityPositive(mean, sd));
    }

    /** Summary of the k-th number of draws, with given moments. */
    static SummaryRow ofDraws(String name, double mean, double sd, DrawnNumbers drawn, int k, double level) {
        double[] ends = drawn.quantiles(k, lowerProbability(level), upperProbability(level));
        return new SummaryRow(name, mean, sd, ends[0], ends[1], drawn.positiveProbability(k));
    }

    /** Summary of values at independent draws, with a central interval of a given probability. */
    public static SummaryRow of(String name, double[] draws, double level) {
        double[] weights = new double[draws.length];
        Arrays.fill(weights, 1.0 / draws.length);
        DrawnNumbers drawn = DrawnNumbers.of(new double[][] {draws}, weights);
        return ofDraws(name, drawn.mean(0), drawn.sd(0), drawn, 0, level);
    }

    /** Probability below the lower end of a central interval. */
    static double lowerProbability(double level) {
        return level == LEVEL ? 0.05 : 0.5 * (1 - level);
    }

    /** Probability below the upper end of a central interval. */
    static double upperProbability(double level) {
        return level == LEVEL ? 0.95 : 0.5 * (1 + level);
    }

    /**
     * Exponential of a number, such as the odds ratio or rate ratio of a coefficient.
     *
     * @param value exponential of the number's mean
     * @param lower exponential of the lower end of its interval
     * @param upper exponential of the upper end of its interval
     */
    public record ExponentialSummary(double value, double lower, double upper) {}

    /** Copy with another interval, without a corrected summary. */
    public SummaryRow withInterval(double[] ends) {
        return new SummaryRow(name, mean, sd, ends[0], ends[1], positiveProbability);
    }

    /** Copy with another name. */
    public SummaryRow withName(String other) {
        return new SummaryRow(other, mean, sd, lower, upper, positiveProbability, corrected);
    }

    /** Exponential of the number and of the ends of its interval. */
    public ExponentialSummary exponential() {
        return new ExponentialSummary(Math.exp(mean), Math.exp(lower), Math.exp(upper));
    }

    /**
     * Summaries of a posterior: coefficients in order, transformed parameters in place of their unconstrained numbers,
     * and the dispersion.
     *
     * @param constrained summaries of transformed parameters; null where none is transformed
     * @param dispersion name of the dispersion; null where there is none
     * @param scale posterior of the dispersion, or its known value
     * @param most largest number of coefficients
     * @param seed seed of the draws, where intervals are estimated from draws
     */
    public static List<SummaryRow> of(
            Coefficients coefficients,
            @Nullable ConstrainedSummary constrained,
            @Nullable String dispersion,
            DispersionPosterior scale,
            int most,
            long seed) {
        List<SummaryRow> rows = new ArrayList<>();
        List<String> hidden = constrained == null ? List.of() : constrained.unconstrainedNames();
        int shown = Math.min(most, coefficients.dimension());
        coefficients.summaryRows(shown, seed).stream()
                .filter(row -> !hidden.contains(row.name()))
                .forEach(rows::add);
        if (constrained != null) {
            for (int k = 0; k < Math.min(most, constrained.names().size()); k++) {
                rows.add(new SummaryRow(
                        constrained.names().get(k),
                        constrained.mean()[k],
                        constrained.sd()[k],
                        constrained.q05()[k],
                        constrained.q95()[k]));
            }
        }
        if (dispersion != null && !scale.isKnown()) {
            double[] ninety = dispersionQuantiles(scale, 0.05, 0.95);
            rows.add(new SummaryRow(dispersion, scale.mean(), scale.sd(), ninety[0], ninety[1]));
        }
        return rows;
    }

    /** Copies of the summaries, each with the corrected one of the same name, if there is one. */
    public static List<SummaryRow> withCorrections(List<SummaryRow> rows, List<SummaryRow> others) {
        Map<String, SummaryRow> named =
                others.stream().collect(Collectors.toMap(SummaryRow::name, Function.identity(), (a, b) -> a));
        return rows.stream()
                .map(r -> new SummaryRow(
                        r.name, r.mean, r.sd, r.lower, r.upper, r.positiveProbability, named.get(r.name)))
                .toList();
    }

    /** Quantiles of a dispersion with a separate posterior factor. */
    static double[] dispersionQuantiles(DispersionPosterior scale, double... levels) {
        return scale.quantiles(levels.length, k -> levels[k]);
    }
}
