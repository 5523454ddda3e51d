package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.family.FamilyParameters;
import io.credence.family.law.DispersionPosterior;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.FitReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of coefficients.
 *
 * @param family name of the posterior family
 * @param names names of the coefficients, the intercept first
 * @param moments moments of the coefficients
 * @param parameters the family's own parameters; null in files of the first schema
 * @param nonCentred map from the parameters of a non-centred prior to the coefficients; null under other priors
 * @param factors posterior of the dispersion, where it is a separate factor
 * @param constrained summaries of transformed parameters; null where there are none
 */
public record CoefficientsSection(
        String family,
        List<String> names,
        @JsonUnwrapped MomentsSection moments,
        @Nullable Map<String, Object> parameters,
        @Nullable NonCentredSection nonCentred,
        List<FactorSection> factors,
        @Nullable ConstrainedSummary constrained)
        implements PosteriorSection {

    static CoefficientsSection of(FitReport report) {
        Coefficients coefficients = report.coefficients();
        return new CoefficientsSection(
                coefficients.posterior().family(),
                coefficients.names(),
                MomentsSection.of(report),
                familyParameters(coefficients).toTree(),
                coefficients.nonCentredMap() == null ? null : NonCentredSection.of(coefficients.nonCentredMap()),
                FactorSection.of(
                        report.model().dispersionName(), report.result().dispersion()),
                report.findings().numberSummary().constrainedSummary());
    }

    /**
     * Parameters of the posterior, for the file. The precision is left out where a table beside the file holds the
     * covariance.
     */
    private static FamilyParameters familyParameters(Coefficients coefficients) {
        FamilyParameters own = coefficients.posterior().toFamilyParameters();
        boolean table = coefficients.nonCentredMap() == null
                && coefficients.dimension() > Coefficients.INLINE_DIMENSION
                && !coefficients.isDiagonal();
        return table ? own.without("precision") : own;
    }

    /** Name of the dispersion that has a separate posterior factor; null where there is none. */
    public @Nullable String dispersionName() {
        return factors.isEmpty() ? null : factors.get(0).name();
    }

    /** Posterior factor of the dispersion; null where there is none. */
    public @Nullable DispersionPosterior dispersion() {
        return factors.isEmpty() ? null : factors.get(0).dispersion();
    }
}
