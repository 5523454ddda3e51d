package io.credence.spark;

import io.credence.PreparedFit;
import io.credence.config.FitConfig;
import io.credence.fit.FitResult;
import io.credence.report.Coefficients;
import io.credence.report.Constrained;
import io.credence.report.FitReport;
import java.util.ArrayList;
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
        all.addAll(inference.notes());
        all.addAll(notes);
        String unchecked = inference.unchecked();
        if (unchecked != null) {
            all.add(unchecked);
        }
        Coefficients coefficients = inference.coefficients(result, config.seed());
        Constrained constrained = Constrained.of(coefficients, inference.transformed(), config.seed());
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
                constrained,
                inference.check(
                        result, coefficients, constrained, config.objective().isLikelihood(), config.seed()),
                result,
                run);
    }
}
