package io.credence.spark;

import io.credence.PreparedFit;
import io.credence.config.FitConfig;
import io.credence.family.Posterior;
import io.credence.fit.FitResult;
import io.credence.loss.NonCentredLoss;
import io.credence.report.Coefficients;
import io.credence.report.Constrained;
import io.credence.report.FitReport;
import io.credence.report.ImportanceCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A fit that ended, with what is needed to tell of it.
 *
 * @param config what was asked
 * @param rows what was fitted
 * @param inference how it was put together
 * @param result how it ended
 */
public record FinishedFit(FitConfig config, PackedRows rows, PreparedFit inference, FitResult result) {

    /**
     * All that is told of it.
     *
     * @param run where and how long it ran
     * @param notes what a user should know besides
     */
    public FitReport report(FitReport.Run run, List<String> notes) {
        List<String> all = new ArrayList<>(rows.notes());
        all.addAll(notes);
        Coefficients coefficients = coefficients();
        return new FitReport(
                config,
                inference.model(),
                new FitReport.Data(
                        rows.rowsRead(),
                        rows.skipped(),
                        rows.fingerprint(),
                        rows.summary().partitions(),
                        rows.classes(),
                        rows.baselines(),
                        rows.design(),
                        rows.classNames(),
                        all),
                coefficients,
                Constrained.of(coefficients, inference.parameters(), inference.firstParameter(), config.seed()),
                ImportanceCheck.of(
                        result,
                        inference.nonCentred() == null
                                ? inference.scales().toScaled(inference.prior())
                                : inference.prior(),
                        config.objective().isLikelihood() ? inference.model().name() : null),
                result,
                run);
    }

    /** Undoes the scaling of columns, exactly. */
    private Coefficients coefficients() {
        Posterior q = result.posterior();
        NonCentredLoss nonCentred = inference.nonCentred();
        if (nonCentred != null) {
            return Coefficients.behind(nonCentred.map(), inference.names(), q, inference.prior(), config.seed());
        }
        double[] ones = new double[q.dimension()];
        Arrays.fill(ones, 1);
        Posterior original = q.rescaled(inference.scales().toOriginal(ones));
        return Coefficients.of(inference.names(), original, inference.prior());
    }
}
