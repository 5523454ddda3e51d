package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.diagnostic.WeightingChanges;
import io.credence.summary.FitReport;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summaries beside the posterior's own. What was not computed is null.
 *
 * @param corrected summaries corrected by importance weights; null where averages over the weights are not usable
 * @param linearResponse summaries of a mean-field posterior with linear response
 * @param contrasts summaries of the linear combinations that were requested
 * @param quantities summaries of quantities that the user's class derives from its parameters
 */
public record SummariesSection(
        @Nullable CorrectedSection corrected,
        @Nullable LinearResponseSection linearResponse,
        @Nullable ContrastsSection contrasts,
        @Nullable SummaryTable quantities) {

    static final SummariesSection NONE = new SummariesSection(null, null, null, null);

    /**
     * Summaries corrected by importance weights.
     *
     * @param table corrected summaries
     * @param largestMove largest change, in standard deviations
     * @param needed whether they are to be used instead of the posterior's own; null in files of earlier versions
     */
    public record CorrectedSection(
            @JsonUnwrapped SummaryTable table,
            double largestMove,
            @Nullable Boolean needed) {

        private static @Nullable CorrectedSection of(@Nullable ImportanceCheck importance) {
            WeightCorrection correction = importance == null ? null : importance.weightCorrection();
            return importance == null || correction == null || !importance.isUsable()
                    ? null
                    : new CorrectedSection(
                            SummaryTable.of(correction.summaryRows()),
                            correction.changes().largestChange(),
                            importance.recommendedCorrection() != null);
        }

        /** Whether the corrected summaries are to be used instead of the posterior's own. */
        public boolean isNeeded() {
            return needed != null ? needed : largestMove > WeightingChanges.NEGLIGIBLE;
        }
    }

    /**
     * Summaries of a mean-field posterior whose standard deviations are corrected by linear response.
     *
     * @param table the summaries
     * @param largestMove log ratio, largest in absolute value, of a standard deviation to the posterior's own
     * @param covariance covariance by linear response, by rows; null for many coefficients
     */
    public record LinearResponseSection(
            @JsonUnwrapped SummaryTable table, double largestMove, double @Nullable [][] covariance) {

        private static @Nullable LinearResponseSection of(@Nullable LinearResponseSummary summary) {
            return summary == null
                    ? null
                    : new LinearResponseSection(
                            SummaryTable.of(summary.summaryRows()),
                            summary.largestSdChange(),
                            MomentsSection.inlineCovariance(summary.coefficients()));
        }
    }

    /**
     * Summaries of linear combinations, with the exponentials of the mean and of the ends of the interval.
     *
     * @param table the summaries
     * @param ratio exponentials of the means
     * @param ratioQ05 exponentials of the lower ends
     * @param ratioQ95 exponentials of the upper ends
     */
    public record ContrastsSection(
            @JsonUnwrapped SummaryTable table,
            double @Nullable [] ratio,
            double @Nullable [] ratioQ05,
            double @Nullable [] ratioQ95) {

        private static @Nullable ContrastsSection of(List<SummaryRow> rows) {
            return rows.isEmpty()
                    ? null
                    : new ContrastsSection(
                            SummaryTable.of(rows),
                            SummaryTable.column(rows, row -> row.exponential().value()),
                            SummaryTable.column(rows, row -> row.exponential().lower()),
                            SummaryTable.column(rows, row -> row.exponential().upper()));
        }
    }

    static SummariesSection of(FitReport report) {
        List<SummaryRow> quantities = report.findings().quantitySummary().summaryRows();
        return new SummariesSection(
                CorrectedSection.of(report.findings().importanceCheck()),
                LinearResponseSection.of(report.findings().linearResponse()),
                ContrastsSection.of(report.contrasts()),
                quantities.isEmpty() ? null : SummaryTable.of(quantities));
    }

    /** Corrected summaries that replace the posterior's own; none where those are usable, or no better ones exist. */
    public List<SummaryRow> neededCorrections() {
        return corrected == null || !corrected.isNeeded()
                ? List.of()
                : corrected.table().rows();
    }

    /** Summaries of linear combinations; empty where none were requested. */
    public List<SummaryRow> contrastRows() {
        return contrasts == null ? List.of() : contrasts.table().rows();
    }

    /** Summaries of derived quantities; empty where there are none. */
    public List<SummaryRow> quantityRows() {
        return quantities == null ? List.of() : quantities.rows();
    }
}
