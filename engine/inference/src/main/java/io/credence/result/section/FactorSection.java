package io.credence.result.section;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of a dispersion, which is independent of the coefficients in q: a factor of its own.
 *
 * @param name name of the dispersion
 * @param family name of its family: inverse-gamma or log-normal
 * @param shape shape of an inverse gamma
 * @param scale scale of an inverse gamma
 * @param logMean mean of the logarithm of a log-normal
 * @param logSd standard deviation of the logarithm of a log-normal
 */
public record FactorSection(
        @Nullable String name, String family, double shape, double scale, double logMean, double logSd) {

    private static final String INVERSE_GAMMA = "inverse-gamma";
    private static final String LOG_NORMAL = "log-normal";

    public FactorSection {
        switch (family) {
            case INVERSE_GAMMA -> {
                Refusal.requirePositive("shape", shape);
                Refusal.requirePositive("scale", scale);
            }
            case LOG_NORMAL -> {
                Refusal.requireFinite("logMean", logMean);
                Refusal.requirePositive("logSd", logSd);
            }
            default -> throw Refusal.of("family is not known", "inverse-gamma or log-normal", family);
        }
    }

    /** Factors of a fit: one for a dispersion that was estimated beside the coefficients. */
    static List<FactorSection> of(@Nullable String name, DispersionPosterior dispersion) {
        if (dispersion instanceof DispersionPosterior.InverseGamma gamma) {
            return List.of(
                    new FactorSection(name, INVERSE_GAMMA, gamma.shape(), gamma.scale(), Double.NaN, Double.NaN));
        } else if (dispersion instanceof LogNormalDispersion normal) {
            return List.of(
                    new FactorSection(name, LOG_NORMAL, Double.NaN, Double.NaN, normal.logMean(), normal.logSd()));
        }
        return List.of();
    }

    DispersionPosterior dispersion() {
        return family.equals(INVERSE_GAMMA)
                ? new DispersionPosterior.InverseGamma(shape, scale)
                : new LogNormalDispersion(logMean, logSd);
    }
}
