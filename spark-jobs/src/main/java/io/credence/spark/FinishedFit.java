package io.credence.spark;

import io.credence.PreparedFit;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.prior.Sites;
import io.credence.summary.Findings;
import io.credence.summary.FitReport;
import io.credence.summary.LinearCombination;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fit that ended, with what is needed to report it.
 *
 * @param config what was requested
 * @param rows what was fitted
 * @param inference how it was put together
 * @param checked how it ended
 */
public record FinishedFit(FitConfig config, PackedRows rows, PreparedFit inference, PreparedFit.Checked checked) {

    /**
     * Refuses combinations of coefficients that are none, before the fit.
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

    /** The factors of its posterior; null where it was not fitted in factors. */
    public @Nullable Sites sites() {
        return inference.sites(checked.result());
    }

    /**
     * All that is reported of it.
     *
     * @param run where and how long it ran
     * @param notes what a user should know besides
     */
    public FitReport report(FitReport.Run run, List<String> notes) {
        List<String> all = new ArrayList<>(checked.notes());
        all.addAll(notes);
        Findings findings = checked.findings();
        List<SummaryRow> contrasts = config.contrasts().entrySet().stream()
                .map(requested -> findings.contrast(requested.getValue()).named(requested.getKey()))
                .toList();
        return new FitReport(
                config,
                checked.model(),
                rows.described(all, config.kernel()),
                findings,
                contrasts,
                checked.result(),
                run);
    }
}
