package io.credence.report;

import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.Reliability.Status;
import io.credence.family.ScaleFactor;
import io.credence.fit.FitResult;
import org.jspecify.annotations.Nullable;

/** Findings of posteriors whose draws were not weighed. */
final class UnweighedFindings {

    private UnweighedFindings() {}

    static Findings of(Coefficients coefficients, FitResult result) {
        return of(coefficients, result, null, ToldQuantities.NONE);
    }

    /** Of a fit that is reliable if it converged. */
    static Findings of(
            Coefficients coefficients, FitResult result, @Nullable Constrained constrained, ToldQuantities quantities) {
        Reliability passed = new Reliability(Status.PASSED, "as given");
        Reliability found = Reliability.of(result, coefficients.isProper(), passed, "");
        return of(coefficients, result.scale(), constrained, quantities, found);
    }

    static Findings of(Coefficients coefficients, ScaleFactor scale, Reliability reliability) {
        return of(coefficients, scale, null, ToldQuantities.NONE, reliability);
    }

    private static Findings of(
            Coefficients coefficients,
            ScaleFactor scale,
            @Nullable Constrained constrained,
            ToldQuantities quantities,
            Reliability reliability) {
        ToldNumbers told = new ToldNumbers(coefficients, null, constrained, null, scale, null, 7);
        return new Findings(told, null, reliability, null, quantities, null, null);
    }
}
