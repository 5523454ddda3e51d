package io.credence.summary;

import io.credence.family.DispersionPosterior;
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
 * One number of a posterior as it is summarised.
 *
 * @param name of a coefficient, a transformed parameter or a dispersion
 * @param mean its mean
 * @param sd its standard deviation
 * @param lower lower end of the central interval, of 90 % unless another was requested
 * @param upper upper end of that interval
 * @param positive probability that it is above 0; NaN of a number that always is, or has no sign of interest
 * @param corrected the number to use instead; null where it may be used itself, or there is nothing better
 */
public record SummaryRow(
        String name,
        double mean,
        double sd,
        double lower,
        double upper,
        double positive,
        @Nullable SummaryRow corrected) {

    /** Probability of the central interval, unless another is requested. */
    public static final double LEVEL = 0.9;

    /** The 95 % quantile of the standard normal distribution. */
    private static final double Z95 = 1.6448536269514722;

    /** A number without another that replaces it. */
    public SummaryRow(String name, double mean, double sd, double lower, double upper, double positive) {
        this(name, mean, sd, lower, upper, positive, null);
    }

    /** A number on a scale of its own, whose sign is of no interest. */
    public SummaryRow(String name, double mean, double sd, double lower, double upper) {
        this(name, mean, sd, lower, upper, Double.NaN);
    }

    /** A number that is normal, with its central interval of that probability. */
    static SummaryRow normal(String name, double mean, double sd, double level) {
        double reach = (level == LEVEL ? Z95 : NormalTail.quantile(upper(level))) * sd;
        return new SummaryRow(name, mean, sd, mean - reach, mean + reach, NormalRamp.step(mean, sd));
    }

    /** The k-th number of draws, with moments that are known otherwise. */
    static SummaryRow drawn(String name, double mean, double sd, DrawnNumbers drawn, int k, double level) {
        double[] ends = drawn.quantiles(k, lower(level), upper(level));
        return new SummaryRow(name, mean, sd, ends[0], ends[1], drawn.positive(k));
    }

    /** A number that has these values at independent draws, with its central interval of that probability. */
    public static SummaryRow of(String name, double[] draws, double level) {
        double[] weights = new double[draws.length];
        Arrays.fill(weights, 1.0 / draws.length);
        DrawnNumbers drawn = DrawnNumbers.of(new double[][] {draws}, weights);
        return drawn(name, drawn.mean(0), drawn.sd(0), drawn, 0, level);
    }

    /** Share of the quantile at the lower end of a central interval. */
    static double lower(double level) {
        return level == LEVEL ? 0.05 : 0.5 * (1 - level);
    }

    /** Share of the quantile at its upper end. */
    static double upper(double level) {
        return level == LEVEL ? 0.95 : 0.5 * (1 + level);
    }

    /**
     * The exponential of a number, such as the ratio of odds or of rates of a coefficient.
     *
     * @param value at the number's mean
     * @param lower lower end of the number's interval, as of {@code value}
     * @param upper upper end of that interval
     */
    public record Ratio(double value, double lower, double upper) {}

    /** The same with another interval. */
    public SummaryRow within(double[] ends) {
        return new SummaryRow(name, mean, sd, ends[0], ends[1], positive);
    }

    /** The same under another name. */
    public SummaryRow named(String other) {
        return new SummaryRow(other, mean, sd, lower, upper, positive, corrected);
    }

    /** Its exponential. */
    public Ratio ratio() {
        return new Ratio(Math.exp(mean), Math.exp(lower), Math.exp(upper));
    }

    /**
     * All that a posterior shows: coefficients in order, transformed parameters instead of their unconstrained numbers, and the
     * dispersion beside them.
     *
     * @param constrained null where none is transformed
     * @param dispersion name of the dispersion; null where there is none
     * @param scale its posterior, or the number it is
     * @param most coefficients at most
     * @param seed of the draws, where intervals are those of draws
     */
    public static List<SummaryRow> of(
            Coefficients coefficients,
            @Nullable Constrained constrained,
            @Nullable String dispersion,
            DispersionPosterior scale,
            int most,
            long seed) {
        List<SummaryRow> rows = new ArrayList<>();
        List<String> hidden = constrained == null ? List.of() : constrained.of();
        int shown = Math.min(most, coefficients.dimension());
        coefficients.rows(shown, seed).stream()
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
            double[] ninety = quantiles(scale, 0.05, 0.95);
            rows.add(new SummaryRow(dispersion, scale.mean(), scale.sd(), ninety[0], ninety[1]));
        }
        return rows;
    }

    /** The same rows, each with that of its name among those to be used instead. */
    public static List<SummaryRow> correctedBy(List<SummaryRow> rows, List<SummaryRow> others) {
        Map<String, SummaryRow> named =
                others.stream().collect(Collectors.toMap(SummaryRow::name, Function.identity(), (a, b) -> a));
        return rows.stream()
                .map(r -> new SummaryRow(r.name, r.mean, r.sd, r.lower, r.upper, r.positive, named.get(r.name)))
                .toList();
    }

    /** Quantiles of a dispersion that is a factor of the posterior. */
    static double[] quantiles(DispersionPosterior scale, double... levels) {
        return scale.quantiles(levels.length, k -> levels[k]);
    }
}
