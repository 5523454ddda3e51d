package io.credence.report;

import io.credence.diagnostic.ObjectiveFindings;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.Reliability.Status;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitResult;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.Findings;
import io.credence.summary.KindFindings;
import io.credence.summary.NumberSummary;
import io.credence.summary.QuantitySummary;
import io.credence.summary.RowChecks;
import org.jspecify.annotations.Nullable;

/** Findings of posteriors whose draws were not weighed. */
public final class UnweighedFindings {

    private UnweighedFindings() {}

    public static Findings of(Coefficients coefficients, FitResult result) {
        return of(coefficients, result, null, QuantitySummary.NONE);
    }

    /** Of a fit that is reliable if it converged. */
    public static Findings of(
            Coefficients coefficients,
            FitResult result,
            @Nullable ConstrainedSummary constrained,
            QuantitySummary quantities) {
        Reliability passed = new Reliability(Status.PASSED, "as given");
        Reliability found = Reliability.of(result, coefficients.isProper(), passed, "");
        return of(coefficients, result.dispersion(), constrained, quantities, found);
    }

    public static Findings of(Coefficients coefficients, DispersionPosterior scale, Reliability reliability) {
        return of(coefficients, scale, null, QuantitySummary.NONE, reliability);
    }

    private static Findings of(
            Coefficients coefficients,
            DispersionPosterior scale,
            @Nullable ConstrainedSummary constrained,
            QuantitySummary quantities,
            Reliability reliability) {
        NumberSummary numbers = new NumberSummary(coefficients, null, constrained, null, scale, null, 7);
        return new Findings(
                numbers,
                null,
                reliability,
                null,
                quantities,
                RowChecks.NONE,
                ObjectiveFindings.NONE,
                KindFindings.NONE);
    }
}
