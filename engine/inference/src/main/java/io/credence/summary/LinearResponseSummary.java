package io.credence.summary;

import io.credence.diagnostic.WeightingChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Summaries of a mean-field posterior with the covariance that linear response estimates.
 *
 * @param coefficients coefficients with the covariance of linear response
 * @param summaryRows summaries of all numbers
 * @param largestSdChange log ratio, largest in absolute value, of a standard deviation to the posterior's own
 */
public record LinearResponseSummary(Coefficients coefficients, List<SummaryRow> summaryRows, double largestSdChange) {

    /**
     * Compares summaries before and after the correction by linear response.
     *
     * @param before summaries by the posterior itself
     * @param after summaries with the covariance of linear response
     */
    public static LinearResponseSummary of(NumberSummary before, NumberSummary after) {
        List<SummaryRow> own = before.summaryRows();
        List<SummaryRow> rows = new ArrayList<>(after.summaryRows());
        double largest = 0;
        for (int k = 0; k < rows.size(); k++) {
            double change = Math.abs(Math.log(rows.get(k).sd() / own.get(k).sd()));
            if (!(change <= largest)) {
                largest = change;
            }
        }
        return new LinearResponseSummary(after.coefficients(), List.copyOf(rows), largest);
    }

    /** Whether linear response changes a standard deviation by more than is negligible. */
    public boolean isMaterial() {
        return !(largestSdChange <= WeightingChanges.NEGLIGIBLE);
    }
}
