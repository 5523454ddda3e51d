package io.credence.mixed;

import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.likelihood.Chunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expectation propagation, all rows at once: each row's site is taken out of its linear predictor's normal density, and chosen anew so
 * that the normal one has mean and variance of the rest times the row's likelihood (Minka 2001).
 *
 * @param units by what each column of a block was divided
 * @param unit of a linear predictor: 1, but of an identity link about the responses' standard deviation around it
 * @param moments of linear predictors under the sites; null where these are taken as they are, or begin
 * @param sites so far; null to begin, with a wide density for the rest
 * @param share how far sites move towards their new ones
 * @param last what the sums bring home beside, at the sites that were found; null on the way to them
 */
record RowSitePass(
        EffectLayout layout,
        double[] units,
        double unit,
        RowLoss loss,
        @Nullable PredictorMoments moments,
        @Nullable RowSites sites,
        double share,
        @Nullable Final last)
        implements PartitionPass<SiteSums> {

    /**
     * A pass at the sites that were found: it brings home what expectation propagation leaves out, to second order.
     *
     * @param beside losses at a dispersion a little above and a little below, whose log integrals are compared; none without one
     */
    record Final(List<RowLoss> beside) implements Serializable {
        Final {
            beside = List.copyOf(beside);
        }
    }

    /** Variance of a linear predictor of which nothing is known, in its units: a likelihood that is flat there decides nothing yet. */
    static final double WIDE = 4;

    /** In units of a linear predictor. */
    private static final double LEAST_PRECISION = 1e-10;

    @Override
    public SiteSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        Work work = new Work(partition, kernel);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            for (int first = 0; first < block.rows(); first += Chunk.CAPACITY) {
                work.take(block, first, Math.min(Chunk.CAPACITY, block.rows() - first));
            }
        }
        return work.result();
    }

    private final class Work {

        private final ArrowSums sums = new ArrowSums(layout);
        private final ArrowRow row = new ArrowRow(layout, units);
        private final TiltedRows tilted;
        private final double[] precisionsBefore;
        private final double[] shiftsBefore;
        private final double[] means = new double[Chunk.CAPACITY];
        private final double[] variances = new double[Chunk.CAPACITY];
        private final PredictorMoments.@Nullable Room room;
        private final boolean isIdentity = layout.model().likelihood().hasIdentityLink();
        private final double leastPrecision = LEAST_PRECISION / (unit * unit);
        private double[] precisions = new double[Chunk.CAPACITY];
        private double[] shifts = new double[Chunk.CAPACITY];
        private final PairCorrection correction = new PairCorrection();
        private final List<TiltedRows> beside = new ArrayList<>();
        private double largestMove;
        private double difference;
        private int rows;

        Work(int partition, DenseKernel kernel) {
            this.tilted = new TiltedRows(loss, kernel, unit);
            if (last != null) {
                last.beside().forEach(each -> beside.add(new TiltedRows(each, kernel, unit)));
            }
            this.precisionsBefore =
                    sites == null ? new double[0] : sites.precisions().get(partition);
            this.shiftsBefore = sites == null ? new double[0] : sites.shifts().get(partition);
            this.room = moments == null ? null : moments.room();
        }

        SiteSums result() {
            return new SiteSums(
                    sums,
                    Arrays.copyOf(precisions, rows),
                    Arrays.copyOf(shifts, rows),
                    largestMove,
                    correction.total(),
                    difference);
        }

        void take(RowBlock block, int first, int count) {
            if (precisions.length < rows + count) {
                precisions = Arrays.copyOf(precisions, 2 * precisions.length + count);
                shifts = Arrays.copyOf(shifts, precisions.length);
            }
            if (moments == null && sites != null) {
                System.arraycopy(precisionsBefore, rows, precisions, rows, count);
                System.arraycopy(shiftsBefore, rows, shifts, rows, count);
            } else {
                update(block, first, count);
            }
            for (int i = 0; i < count; i++) {
                row.moveTo(block, first + i);
                sums.addWeight(precisions[rows + i]);
                sums.add(row, precisions[rows + i], shifts[rows + i], 0);
            }
            rows += count;
        }

        private void update(RowBlock block, int first, int count) {
            RowAttributes attributes = block.attributes();
            for (int i = 0; i < count; i++) {
                double restPrecision = 1 / (WIDE * unit * unit);
                double restMean = (isIdentity ? attributes.labels()[first + i] : 0) - attributes.offset(first + i);
                if (room != null) {
                    row.moveTo(block, first + i);
                    room.moveTo(row);
                    means[i] = room.mean();
                    variances[i] = room.variance();
                    restPrecision = Math.max(1 / variances[i] - precisionsBefore[rows + i], leastPrecision);
                    restMean = (means[i] / variances[i] - shiftsBefore[rows + i]) / restPrecision;
                }
                tilted.set(
                        i,
                        attributes.labels()[first + i],
                        attributes.weight(first + i),
                        attributes.offset(first + i),
                        restMean,
                        1 / restPrecision);
            }
            tilted.compute(count);
            for (int i = 0; i < count; i++) {
                choose(i);
            }
            if (last != null) {
                check(block, first, count);
            }
        }

        private void check(RowBlock block, int first, int count) {
            for (int i = 0; i < count && room != null; i++) {
                row.moveTo(block, first + i);
                room.moveTo(row);
                correction.add(row.localLevel(), room.row(tilted.skewness(i), tilted.kurtosis(i)));
            }
            double sign = 1;
            for (TiltedRows other : beside) {
                other.computeLike(tilted, count);
                for (int i = 0; i < count; i++) {
                    difference += sign * other.logIntegral(i);
                }
                sign = -sign;
            }
        }

        private void choose(int i) {
            double mean = tilted.mean(i);
            double variance = tilted.variance(i);
            double restPrecision = tilted.precision(i);
            double restMean = tilted.centre(i);
            // Below zero where a likelihood is not log-concave, as far from a heavy-tailed response
            double precision = 1 / variance - restPrecision;
            double shift = mean * (precision + restPrecision) - restMean * restPrecision;
            if (room == null) {
                precisions[rows + i] = Math.max(precision, leastPrecision);
                shifts[rows + i] = shift;
                return;
            }
            double before = means[i];
            double spread = variances[i];
            double move = Math.max(Math.abs(mean - before) / Math.sqrt(spread), Math.abs(Math.log(variance / spread)));
            largestMove = move > largestMove || Double.isNaN(move) ? move : largestMove;
            sums.addTotal(tilted.logIntegral(i)
                    + 0.5
                            * (-Math.log(restPrecision * spread)
                                    + restMean * restMean * restPrecision
                                    - before * before / spread));
            precisions[rows + i] = mix(precisionsBefore[rows + i], precision);
            shifts[rows + i] = mix(shiftsBefore[rows + i], shift);
        }

        private double mix(double before, double after) {
            return before + share * (after - before);
        }
    }
}
