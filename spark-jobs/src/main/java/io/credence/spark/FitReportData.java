package io.credence.spark;

import io.credence.PreparedFit;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.prior.PosteriorFactors;
import io.credence.spark.score.LevelTable;
import io.credence.summary.Findings;
import io.credence.summary.FitReport;
import io.credence.summary.LinearCombination;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finished fit with all that its report needs.
 *
 * @param config requested configuration
 * @param rows rows that were fitted
 * @param preparedFit inference that was prepared for them
 * @param checkedResult result and its check
 */
public record FitReportData(
        FitConfig config, PackedRows rows, PreparedFit preparedFit, PreparedFit.CheckedResult checkedResult) {

    /**
     * Refuses requested contrasts that are no combinations of coefficients, before the fit.
     *
     * @throws ConfigurationException if there is one
     */
    public static void requireContrasts(FitConfig config, PreparedFit inference) {
        config.contrasts().forEach((name, text) -> {
            try {
                LinearCombination.parse(text, inference.names());
            } catch (IllegalArgumentException unknown) {
                throw new ConfigurationException("report.contrasts." + name + ": " + unknown.getMessage(), unknown);
            }
        });
    }

    /** Partition factors of the posterior; null where it was not fitted partition by partition. */
    public @Nullable PosteriorFactors partitionFactors() {
        return preparedFit.partitionFactors(checkedResult.result());
    }

    /** Effects of the levels of grouping factors; none where there are no such factors. */
    public LevelTable levelTable() {
        Findings findings = checkedResult.findings();
        return rows.levelTable(
                findings.kindFindings().levelEffects(), findings.coefficients().dimension(), config.kernel());
    }

    /**
     * Report of the fit.
     *
     * @param run machine and time of the run
     * @param notes further notes for the user
     */
    public FitReport report(FitReport.RunInfo run, List<String> notes) {
        List<String> all = new ArrayList<>(checkedResult.notes());
        all.addAll(notes);
        Findings findings = checkedResult.findings();
        List<SummaryRow> contrasts = config.contrasts().entrySet().stream()
                .map(requested -> findings.contrast(requested.getValue()).withName(requested.getKey()))
                .toList();
        return new FitReport(
                config,
                checkedResult.model(),
                rows.dataFacts(all, config.kernel()),
                findings,
                contrasts,
                checkedResult.result(),
                run);
    }
}
