package io.credence.diagnostic;

import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.statistics.ColumnMoments;
import java.util.List;

/**
 * Comparison of two fits of the same rows by their leave-one-out predictive densities. The error is computed from
 * paired differences, and is far smaller than the errors of the two sums (Vehtari, Gelman and Gabry 2017, section 5.2).
 *
 * @param first elpd of the first fit, nats
 * @param second elpd of the second
 * @param elpdDifference first elpd less the second
 * @param rows number of rows
 * @param doubtfulRowCount number of rows whose k̂ is above the threshold in either fit
 */
public record Comparison(Estimate first, Estimate second, Estimate elpdDifference, int rows, int doubtfulRowCount) {

    /**
     * Size of a difference, in nats, below which its error is not reliable (Sivula, Magnusson, Matamoros and Vehtari
     * 2020).
     */
    private static final double SMALL = 4;

    /**
     * Compares two fits row by row.
     *
     * @param threshold largest k̂ at which a row's estimate can be trusted
     * @throws IllegalArgumentException if the rows are not the same, by their labels and weights in order
     */
    public static Comparison of(List<LeftOutRow> first, List<LeftOutRow> second, double threshold) {
        if (first.size() != second.size() || first.isEmpty()) {
            throw new IllegalArgumentException(
                    "the fits are of different rows: required as many of one as of the other, found " + first.size()
                            + " and " + second.size());
        }
        ColumnMoments moments = new ColumnMoments(3, false);
        double weight = 0;
        int doubtful = 0;
        for (int i = 0; i < first.size(); i++) {
            LeftOutRow one = first.get(i);
            LeftOutRow other = second.get(i);
            if (one.label() != other.label() || one.weight() != other.weight()) {
                throw new IllegalArgumentException(
                        "the fits are of different rows, or have them in another order: required"
                                + " the same label and weight in each, found " + one.label() + " of weight "
                                + one.weight()
                                + " and " + other.label() + " of weight " + other.weight() + " in row " + (i + 1));
            }
            moments.add(new double[] {one.elpd(), other.elpd(), one.elpd() - other.elpd()}, one.weight());
            weight += one.weight();
            doubtful += one.tailIndex() > threshold || other.tailIndex() > threshold ? 1 : 0;
        }
        return new Comparison(
                Estimate.of(moments, 0, weight),
                Estimate.of(moments, 1, weight),
                Estimate.of(moments, 2, weight),
                first.size(),
                doubtful);
    }

    /** Whether the models predict so similarly that the error of the difference is not reliable. */
    public boolean isErrorUnreliable() {
        return Math.abs(elpdDifference.value()) < SMALL;
    }
}
