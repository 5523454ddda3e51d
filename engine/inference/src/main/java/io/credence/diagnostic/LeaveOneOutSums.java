package io.credence.diagnostic;

import io.credence.diagnostic.LeaveOneOut.Estimate;
import io.credence.diagnostic.LeaveOneOut.Precision;
import io.credence.statistics.ColumnMoments;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sums over rows that were left out, with the worst rows. */
final class LeaveOneOutSums implements Sums<LeaveOneOutSums> {

    private static final long serialVersionUID = 1;
    private static final int WORST = 5;
    private static final Comparator<WorstRow> BY_TAIL = Comparator.comparingDouble(
                    (WorstRow kept) -> -kept.row.tailIndex())
            .thenComparingLong(kept -> kept.row.row());
    private static final Comparator<WorstRow> BY_ELPD =
            Comparator.comparingDouble((WorstRow kept) -> kept.row.elpd()).thenComparingLong(kept -> kept.row.row());

    private static final int ELPD = 0;
    private static final int PARAMETERS = 1;
    private static final int WAIC = 2;
    private static final int VARIANCE = 3;
    private static final int BEYOND = 4;
    private static final int WAIC_BEYOND = 5;
    private static final int COLUMNS = 6;

    private final ColumnMoments leftOut = new ColumnMoments(COLUMNS, false);
    private final double[] influence;
    private final double threshold;
    private final boolean keepsAll;
    private long rows;
    private long units;
    private double visited;
    private double squaredWeights;
    private long doubtful;
    private double largest = Double.NEGATIVE_INFINITY;
    private final List<WorstRow> influential = new ArrayList<>();
    private final List<WorstRow> surprising = new ArrayList<>();
    private final List<LeftOutRow> pointwise = new ArrayList<>();

    /**
     * Estimate of one of the worst rows, with a digest by which it is found in its table.
     *
     * @param contentDigest digest of the row's content
     */
    private record WorstRow(LeftOutRow row, long contentDigest) implements Serializable {
        WorstRow withRowsBefore(long rows) {
            return new WorstRow(row.withRowsBefore(rows), contentDigest);
        }
    }

    /**
     * Creates empty sums.
     *
     * @param draws number of draws
     * @param threshold largest k̂ at which a row's estimate can be trusted
     * @param keepsAll whether every row is kept
     */
    LeaveOneOutSums(int draws, double threshold, boolean keepsAll) {
        this.influence = new double[draws];
        this.threshold = threshold;
        this.keepsAll = keepsAll;
    }

    /** Counts rows, whether or not they are left out. */
    void count(long more) {
        rows += more;
    }

    /**
     * Adds a row that was left out.
     *
     * @param content digest of the row, or of all rows of a series
     * @param surrogate surrogate of its elpd
     * @param ofDraws contribution of each draw to the error of its elpd
     */
    void add(LeftOutRow row, long content, LeftOutEstimate found, double surrogate, double[] ofDraws) {
        double[] cells = new double[COLUMNS];
        cells[ELPD] = found.elpd();
        cells[PARAMETERS] = found.effectiveParameters();
        cells[WAIC] = found.waic();
        cells[VARIANCE] = found.logLikelihoodVariance();
        cells[BEYOND] = found.elpd() - surrogate;
        cells[WAIC_BEYOND] = found.waic() - surrogate;
        double w = row.weight();
        leftOut.add(cells, w);
        units++;
        visited += w;
        squaredWeights += w * w;
        for (int s = 0; s < influence.length; s++) {
            influence[s] += w * ofDraws[s];
        }
        doubtful += found.isDoubtful(threshold) ? 1 : 0;
        largest = Math.max(largest, found.tailIndex());
        WorstRow kept = new WorstRow(row, content);
        keepIfAmongWorst(kept, influential, BY_TAIL);
        keepIfAmongWorst(kept, surprising, BY_ELPD);
        if (keepsAll) {
            pointwise.add(row);
        }
    }

    private static void keepIfAmongWorst(WorstRow row, List<WorstRow> worst, Comparator<WorstRow> order) {
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
        other.influential.forEach(row -> keepIfAmongWorst(row.withRowsBefore(rows), influential, BY_TAIL));
        other.surprising.forEach(row -> keepIfAmongWorst(row.withRowsBefore(rows), surprising, BY_ELPD));
        other.pointwise.forEach(row -> pointwise.add(row.withRowsBefore(rows)));
        leftOut.merge(other.leftOut);
        rows += other.rows;
        units += other.units;
        visited += other.visited;
        squaredWeights += other.squaredWeights;
        for (int s = 0; s < influence.length; s++) {
            influence[s] += other.influence[s];
        }
        doubtful += other.doubtful;
        largest = Math.max(largest, other.largest);
    }

    /** Digests of the worst rows. */
    Set<Long> worstRowDigests() {
        return Stream.concat(influential.stream(), surprising.stream())
                .map(WorstRow::contentDigest)
                .collect(Collectors.toSet());
    }

    /**
     * Computes the result where all rows were left out.
     *
     * @param keys keys of the worst rows by their digests, as far as they are known
     */
    LeaveOneOut resultOfAllRows(Map<Long, RowKey> keys) {
        return result(keys, visited, estimate(ELPD), estimate(WAIC), 0);
    }

    /**
     * Computes the result for all rows from a sample, by the difference estimator. It is the sum of all rows'
     * surrogates, corrected by the rows that were left out.
     *
     * @param keys keys of the worst rows by their digests, as far as they are known
     * @param weight weight of all rows
     * @param surrogate sum of the surrogates over all rows
     */
    LeaveOneOut resultOfSampledRows(Map<Long, RowKey> keys, double weight, double surrogate) {
        double perRow = leftOut.sd(BEYOND) * Math.sqrt(squaredWeights) / visited;
        double error = weight * perRow * Math.sqrt(1 - visited / weight);
        return result(
                keys,
                weight,
                Estimate.of(surrogate / weight + leftOut.mean(BEYOND), square(leftOut.sd(ELPD)), weight),
                Estimate.of(surrogate / weight + leftOut.mean(WAIC_BEYOND), square(leftOut.sd(WAIC)), weight),
                error);
    }

    private LeaveOneOut result(
            Map<Long, RowKey> keys, double weight, Estimate elpd, Estimate waic, double samplingError) {
        double squares = 0;
        for (double ofDraw : influence) {
            squares += ofDraw * ofDraw;
        }
        return new LeaveOneOut(
                elpd,
                Estimate.of(leftOut, PARAMETERS, weight),
                waic,
                Estimate.of(leftOut, VARIANCE, weight),
                new Precision(samplingError == 0 ? Math.sqrt(squares) : Double.NaN, samplingError, influence.length),
                threshold,
                new LeftOutSummary(
                        units,
                        visited / weight,
                        doubtful,
                        largest,
                        withKeys(influential, keys),
                        withKeys(surprising, keys),
                        pointwise));
    }

    private static List<LeftOutRow> withKeys(List<WorstRow> worst, Map<Long, RowKey> keys) {
        return worst.stream()
                .map(kept -> kept.row.withKey(keys.get(kept.contentDigest)))
                .toList();
    }

    private Estimate estimate(int column) {
        return Estimate.of(leftOut, column, visited);
    }

    private static double square(double x) {
        return x * x;
    }
}
