package io.credence.mixed;

import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;

/** New sites of rows, their sums, and how far they moved. */
final class SiteSums implements Sums<SiteSums> {

    private static final long serialVersionUID = 1;

    private final ArrowSums sums;
    private final List<double[]> precisions = new ArrayList<>();
    private final List<double[]> shifts = new ArrayList<>();
    private double largestMove;
    private double correction;
    private double difference;

    /** Of one partition. */
    SiteSums(
            ArrowSums sums,
            double[] precision,
            double[] shift,
            double largestMove,
            double correction,
            double difference) {
        this.sums = sums;
        this.precisions.add(precision);
        this.shifts.add(shift);
        this.largestMove = largestMove;
        this.correction = correction;
        this.difference = difference;
    }

    /** Of the new sites; their total is that of the rows' log integrals, less the sites' own, under the moments of the pass. */
    ArrowSums sums() {
        return sums;
    }

    RowSites sites() {
        return new RowSites(List.copyOf(precisions), List.copyOf(shifts));
    }

    /** Largest change of a row's mean in standard deviations, or of its variance's logarithm. */
    double largestMove() {
        return largestMove;
    }

    /** What the evidence lacks to second order, nats; 0 where it was not requested. */
    double correction() {
        return correction;
    }

    /** By how much log integrals at a dispersion above exceed those at one below; 0 where there is none. */
    double difference() {
        return difference;
    }

    @Override
    public void merge(SiteSums other) {
        sums.merge(other.sums);
        precisions.addAll(other.precisions);
        shifts.addAll(other.shifts);
        largestMove = Math.max(largestMove, other.largestMove);
        correction += other.correction;
        difference += other.difference;
    }
}
