package io.credence.report;

import io.credence.family.ScaleFactor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One number of a posterior as it is summarised.
 *
 * @param name of a coefficient, a transformed parameter or a dispersion
 * @param mean its mean
 * @param sd its standard deviation
 * @param lower lower end of the central 90 % interval
 * @param upper upper end of that interval
 */
public record SummaryRow(String name, double mean, double sd, double lower, double upper) {

    /**
     * All that a posterior says: coefficients in order, transformed parameters in place of their unconstrained numbers, and the
     * dispersion beside them.
     *
     * @param constrained null where none is transformed
     * @param dispersion name of the dispersion; null where there is none
     * @param scale what is believed of it
     * @param most coefficients at most
     * @param seed of the draws, where intervals are those of draws
     */
    public static List<SummaryRow> of(
            Coefficients coefficients,
            @Nullable Constrained constrained,
            @Nullable String dispersion,
            ScaleFactor scale,
            int most,
            long seed) {
        List<SummaryRow> rows = new ArrayList<>();
        List<String> hidden = constrained == null ? List.of() : constrained.of();
        int shown = Math.min(most, coefficients.dimension());
        double[][] ends = coefficients.intervals(shown, seed);
        for (int j = 0; j < shown; j++) {
            String name = coefficients.names().get(j);
            if (!hidden.contains(name)) {
                rows.add(new SummaryRow(
                        name, coefficients.mean()[j], coefficients.sd()[j], ends[j][0], ends[j][1]));
            }
        }
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

    /** Quantiles of a dispersion that is a factor of the posterior. */
    static double[] quantiles(ScaleFactor scale, double... levels) {
        return scale.quantiles(levels.length, k -> levels[k]);
    }
}
