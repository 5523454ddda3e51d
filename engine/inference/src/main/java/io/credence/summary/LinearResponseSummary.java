package io.credence.summary;

import io.credence.diagnostic.Moves;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of a mean-field posterior with the covariance of linear response instead of independent variances.
 *
 * @param coefficients with that covariance
 * @param rows all numbers that are reported
 * @param largest logarithm of a standard deviation over the posterior's own, the largest in size
 */
public record LinearResponseSummary(Coefficients coefficients, List<SummaryRow> rows, double largest) {

    /**
     * Compares.
     *
     * @param before what the posterior itself shows
     * @param after the same with the other covariance
     */
    public static LinearResponseSummary of(NumberSummary before, NumberSummary after) {
        List<SummaryRow> own = before.rows();
        List<SummaryRow> rows = new ArrayList<>(after.rows());
        double largest = 0;
        for (int k = 0; k < rows.size(); k++) {
            double change = Math.abs(Math.log(rows.get(k).sd() / own.get(k).sd()));
            if (!(change <= largest)) {
                largest = change;
            }
        }
        return new LinearResponseSummary(after.coefficients(), List.copyOf(rows), largest);
    }

    /** Whether the posterior's own standard deviations are off by more than nobody minds. */
    public boolean matters() {
        return !(largest <= Moves.NEGLIGIBLE);
    }
}
