package io.credence.mixed.site;

import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * New sites of rows, their sums, and their largest move.
 *
 * @param <S> sums of the sites
 */
public final class SiteSums<S extends Sums<S>> implements Sums<SiteSums<S>> {

    private static final long serialVersionUID = 1;

    private final S sums;
    private final List<double[]> precisions = new ArrayList<>();
    private final List<double[]> shifts = new ArrayList<>();
    private long rows;
    private double largestMove;
    private Evidence evidence;

    /**
     * Contribution of the rows to log p(y), nats.
     *
     * @param logIntegralSum the rows' log integrals, less the sites' own from the linear predictors' means of the pass on
     * @param correction correction of the evidence to second order; 0 where it was not requested
     * @param dispersionDifference log integrals at a dispersion above less those at one below; 0 where there is none
     */
    public record Evidence(double logIntegralSum, double correction, double dispersionDifference)
            implements Serializable {

        private Evidence plus(Evidence other) {
            return new Evidence(
                    logIntegralSum + other.logIntegralSum,
                    correction + other.correction,
                    dispersionDifference + other.dispersionDifference);
        }
    }

    /** Creates the sums of one partition. */
    SiteSums(S sums, double[] precision, double[] shift, long rows, double largestMove, Evidence evidence) {
        this.sums = sums;
        this.precisions.add(precision);
        this.shifts.add(shift);
        this.rows = rows;
        this.largestMove = largestMove;
        this.evidence = evidence;
    }

    /** Sums of the new sites. */
    public S sums() {
        return sums;
    }

    RowSites sites() {
        return new RowSites(List.copyOf(precisions), List.copyOf(shifts));
    }

    public long rows() {
        return rows;
    }

    /** Largest change of a row's mean in standard deviations, or of its variance's logarithm. */
    double largestMove() {
        return largestMove;
    }

    public Evidence evidence() {
        return evidence;
    }

    @Override
    public void merge(SiteSums<S> other) {
        sums.merge(other.sums);
        precisions.addAll(other.precisions);
        shifts.addAll(other.shifts);
        rows += other.rows;
        largestMove = Math.max(largestMove, other.largestMove);
        evidence = evidence.plus(other.evidence);
    }
}
