package io.credence.summary;

import io.credence.diagnostic.WeightingChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Summaries of a mean-field posterior with the covariance of linear response instead of independent variances.
 *
 * @param coefficients coefficients with the covariance of linear response
 * @param summaryRows summaries of all numbers
 * @param largestSdChange log ratio of a standard deviation to the posterior's own, the largest in size
 */
public record LinearResponseSummary(Coefficients coefficients, List<SummaryRow> summaryRows, double largestSdChange) {

    /**
     * Compares the two covariances.
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

    /** Whether the posterior's own standard deviations are off by more than is negligible. */
    public boolean isMaterial() {
        return !(largestSdChange <= WeightingChanges.NEGLIGIBLE);
    }
}
