package io.credence.diagnostic;

import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What rows that were left out add up to, with the worst of them. */
final class LeaveOneOutSums implements Sums<LeaveOneOutSums> {

    private static final long serialVersionUID = 1;
    private static final int WORST = 5;
    private static final Comparator<LeftOut> BY_TAIL =
            Comparator.comparingDouble((LeftOut row) -> -row.tailIndex()).thenComparingLong(LeftOut::row);
    private static final Comparator<LeftOut> BY_ELPD =
            Comparator.comparingDouble(LeftOut::elpd).thenComparingLong(LeftOut::row);

    private static final int ELPD = 0;
    private static final int PARAMETERS = 1;
    private static final int WAIC = 2;
    private static final int VARIANCE = 3;
    private static final int SURROGATE = 4;
    private static final int BEYOND = 5;
    private static final int WAIC_BEYOND = 6;
    private static final int COLUMNS = 7;

    private final ColumnMoments surrogates = new ColumnMoments(1, false);
    private final ColumnMoments leftOut = new ColumnMoments(COLUMNS, false);
    private final double[] influence;
    private final double threshold;
    private final boolean keepsAll;
    private long rows;
    private double weight;
    private long units;
    private double looked;
    private double squaredWeights;
    private long doubtful;
    private double largest = Double.NEGATIVE_INFINITY;
    private List<LeftOut> influential = new ArrayList<>();
    private List<LeftOut> surprising = new ArrayList<>();
    private final List<LeftOut> pointwise = new ArrayList<>();

    /**
     * Of no row.
     *
     * @param draws number of draws
     * @param threshold k̂ above which a row may be doubtful
     * @param keepsAll whether every row is kept
     */
    LeaveOneOutSums(int draws, double threshold, boolean keepsAll) {
        this.influence = new double[draws];
        this.threshold = threshold;
        this.keepsAll = keepsAll;
    }

    /** Counts rows that were seen, whether or not they are left out. */
    void count(long more) {
        rows += more;
    }

    /** Adds what stands in for the log predictive density of a row, left out or not. */
    void addSurrogate(double value, double w) {
        weight += w;
        surrogates.add(new double[] {value}, w);
    }

    /**
     * Adds a row that was left out.
     *
     * @param surrogate what stands in for it
     * @param ofDraws what each draw adds to the error of its elpd
     */
    void add(LeftOut row, LeftOutEstimate found, double surrogate, double[] ofDraws) {
        double[] cells = new double[COLUMNS];
        cells[ELPD] = found.elpd();
        cells[PARAMETERS] = found.parameters();
        cells[WAIC] = found.waic();
        cells[VARIANCE] = found.variance();
        cells[SURROGATE] = surrogate;
        cells[BEYOND] = found.elpd() - surrogate;
        cells[WAIC_BEYOND] = found.waic() - surrogate;
        double w = row.weight();
        leftOut.add(cells, w);
        units++;
        looked += w;
        squaredWeights += w * w;
        for (int s = 0; s < influence.length; s++) {
            influence[s] += w * ofDraws[s];
        }
        doubtful += found.isDoubtful(threshold) ? 1 : 0;
        largest = Math.max(largest, found.tailIndex());
        keep(row, influential, BY_TAIL);
        keep(row, surprising, BY_ELPD);
        if (keepsAll) {
            pointwise.add(row);
        }
    }

    private static void keep(LeftOut row, List<LeftOut> worst, Comparator<LeftOut> order) {
        if (worst.size() == WORST && order.compare(row, worst.get(WORST - 1)) >= 0) {
            return;
        }
        worst.add(row);
        worst.sort(order);
        if (worst.size() > WORST) {
            worst.remove(WORST);
        }
    }

    @Override
    public void merge(LeaveOneOutSums other) {
        other.influential.forEach(row -> keep(row.after(rows), influential, BY_TAIL));
        other.surprising.forEach(row -> keep(row.after(rows), surprising, BY_ELPD));
        other.pointwise.forEach(row -> pointwise.add(row.after(rows)));
        surrogates.merge(other.surrogates);
        leftOut.merge(other.leftOut);
        rows += other.rows;
        weight += other.weight;
        units += other.units;
        looked += other.looked;
        squaredWeights += other.squaredWeights;
        for (int s = 0; s < influence.length; s++) {
            influence[s] += other.influence[s];
        }
        doubtful += other.doubtful;
        largest = Math.max(largest, other.largest);
    }

    /** The estimates for all rows; what stands in for them has no part where all were left out. */
    LeaveOneOut result() {
        double squares = 0;
        for (double ofDraw : influence) {
            squares += ofDraw * ofDraw;
        }
        boolean all = looked == weight;
        double share = looked / weight;
        double perRow = leftOut.sd(BEYOND) * Math.sqrt(squaredWeights) / looked;
        return new LeaveOneOut(
                all ? estimate(ELPD) : estimate(ELPD, BEYOND),
                estimate(PARAMETERS),
                all ? estimate(WAIC) : estimate(WAIC, WAIC_BEYOND),
                estimate(VARIANCE),
                all ? Math.sqrt(squares) : Double.NaN,
                all ? 0 : weight * perRow * Math.sqrt(1 - share),
                influence.length,
                threshold,
                units,
                share,
                doubtful,
                largest,
                influential,
                surprising,
                pointwise);
    }

    private Estimate estimate(int column) {
        return Estimate.of(leftOut, column, weight);
    }

    /** The difference estimator: all rows by what stands in for them, corrected by those that were left out. */
    private Estimate estimate(int column, int beyond) {
        double variance = square(surrogates.sd(0)) + square(leftOut.sd(column)) - square(leftOut.sd(SURROGATE));
        return Estimate.of(
                surrogates.mean(0) + leftOut.mean(beyond),
                variance > 0 ? variance : square(leftOut.sd(column)),
                weight);
    }

    private static double square(double x) {
        return x * x;
    }
}
