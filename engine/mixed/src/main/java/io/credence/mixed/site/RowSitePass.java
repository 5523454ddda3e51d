package io.credence.mixed.site;

import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pass of expectation propagation over all rows at once. Each row's site is removed from the normal density of its
 * linear predictor and chosen anew, so that the density has mean and variance of the rest times the row's likelihood
 * (Minka 2001).
 *
 * @param structure structure with moments of linear predictors under the sites; without moments the given sites are
 *     taken as they are, or new ones begin
 * @param units number by which each column of a block was divided
 * @param predictorUnit unit of a linear predictor: about the responses' standard deviation around it with an identity
 *     link, else 1
 * @param sites sites so far; null to begin, with a wide density for the rest
 * @param stepShare share of the way that sites move towards their new ones
 * @param finalPass settings of a last pass at the sites that were found; null before
 */
public record RowSitePass<S extends Sums<S>>(
        SiteStructure<S> structure,
        double[] units,
        double predictorUnit,
        RowLoss loss,
        @Nullable RowSites sites,
        double stepShare,
        @Nullable FinalPassSettings finalPass)
        implements PartitionPass<SiteSums<S>> {

    /**
     * Settings of a pass at the final sites, which also computes the evidence and its correction for the error of
     * expectation propagation.
     *
     * @param neighbouringLosses losses at a dispersion a little above and a little below, whose log integrals are
     *     compared; none without a dispersion
     * @param draws number of draws of each level's linear predictors for the correction, an even number; 0 where it is
     *     not computed
     */
    record FinalPassSettings(List<RowLoss> neighbouringLosses, int draws, long seed) implements Serializable {
        FinalPassSettings {
            neighbouringLosses = List.copyOf(neighbouringLosses);
        }
    }

    /**
     * Variance assumed of an unknown linear predictor, in its units. A likelihood that is flat there decides nothing
     * yet.
     */
    public static final double WIDE = 4;

    /**
     * Smallest precision of a site at the beginning and of the rest of a linear predictor, in units of a linear
     * predictor.
     */
    private static final double LEAST_PRECISION = 1e-10;

    @Override
    public SiteSums<S> sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        PassWorkspace work = new PassWorkspace(partition, kernel);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            for (int first = 0; first < block.rows(); first += PredictorChunk.CAPACITY) {
                work.take(block, first, Math.min(PredictorChunk.CAPACITY, block.rows() - first));
            }
        }
        return work.result();
    }

    private final class PassWorkspace {

        private final SiteStructure.RowCursor<S> row = structure.newRowCursor(units);
        private final TiltedMoments tilted;
        private final DenseKernel kernel;
        private final double[] precisionsBefore;
        private final double[] shiftsBefore;
        private final double[] means = new double[PredictorChunk.CAPACITY];
        private final double[] variances = new double[PredictorChunk.CAPACITY];
        private final boolean isIdentity = structure.model().likelihood().hasIdentityLink();
        private final double leastPrecision = LEAST_PRECISION / (predictorUnit * predictorUnit);
        private double[] precisions = new double[PredictorChunk.CAPACITY];
        private double[] shifts = new double[PredictorChunk.CAPACITY];
        private final List<TiltedMoments> beside = new ArrayList<>();
        private double largestMove;
        private double total;
        private double difference;
        private int rows;

        PassWorkspace(int partition, DenseKernel kernel) {
            this.kernel = kernel;
            this.tilted = new TiltedMoments(loss, kernel, predictorUnit);
            if (finalPass != null) {
                finalPass
                        .neighbouringLosses()
                        .forEach(each -> beside.add(new TiltedMoments(each, kernel, predictorUnit)));
            }
            this.precisionsBefore =
                    sites == null ? new double[0] : sites.precisions().get(partition);
            this.shiftsBefore = sites == null ? new double[0] : sites.shifts().get(partition);
        }

        SiteSums<S> result() {
            return new SiteSums<>(
                    row.sums(),
                    Arrays.copyOf(precisions, rows),
                    Arrays.copyOf(shifts, rows),
                    rows,
                    largestMove,
                    new SiteSums.Evidence(total, correction(), difference));
        }

        private double correction() {
            return finalPass == null ? 0 : row.correction(loss, kernel, finalPass.draws(), finalPass.seed());
        }

        void take(RowBlock block, int first, int count) {
            if (precisions.length < rows + count) {
                precisions = Arrays.copyOf(precisions, 2 * precisions.length + count);
                shifts = Arrays.copyOf(shifts, precisions.length);
            }
            if (!structure.hasMoments() && sites != null) {
                System.arraycopy(precisionsBefore, rows, precisions, rows, count);
                System.arraycopy(shiftsBefore, rows, shifts, rows, count);
            } else {
                update(block, first, count);
            }
            for (int i = 0; i < count; i++) {
                row.moveTo(block, first + i);
                row.add(precisions[rows + i], shifts[rows + i]);
            }
            rows += count;
        }

        private void update(RowBlock block, int first, int count) {
            RowAttributes attributes = block.attributes();
            for (int i = 0; i < count; i++) {
                double restPrecision = 1 / (WIDE * predictorUnit * predictorUnit);
                double restMean = (isIdentity ? attributes.labels()[first + i] : 0) - attributes.offset(first + i);
                if (structure.hasMoments()) {
                    row.moveTo(block, first + i);
                    SiteStructure.Predictor predicted = row.predictorMoments(precisionsBefore[rows + i]);
                    means[i] = predicted.mean();
                    variances[i] = predicted.variance();
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
            if (finalPass != null) {
                addEvidenceTerms(finalPass, block, first, count);
            }
        }

        private void addEvidenceTerms(FinalPassSettings last, RowBlock block, int first, int count) {
            for (int i = 0; i < count && structure.hasMoments() && last.draws() > 0; i++) {
                row.moveTo(block, first + i);
                row.predictorMoments(precisionsBefore[rows + i]);
                row.addCorrection(tilted.ratio(i, means[i], Math.sqrt(variances[i])));
            }
            row.settleCorrection(loss, kernel, last.draws(), last.seed());
            double sign = 1;
            for (TiltedMoments other : beside) {
                other.computeForRowsOf(tilted, count);
                for (int i = 0; i < count; i++) {
                    difference += sign * other.logIntegral(i);
                }
                sign = -sign;
            }
        }

        private void choose(int i) {
            double mean = tilted.mean(i);
            double variance = tilted.variance(i);
            double restPrecision = tilted.cavityPrecision(i);
            double restMean = tilted.cavityMean(i);
            // Below zero where a likelihood is not log-concave, as far from a heavy-tailed response
            double precision = 1 / variance - restPrecision;
            double shift = mean * (precision + restPrecision) - restMean * restPrecision;
            if (!structure.hasMoments()) {
                precisions[rows + i] = Math.max(precision, leastPrecision);
                shifts[rows + i] = shift;
                return;
            }
            double before = means[i];
            double spread = variances[i];
            double move = Math.max(Math.abs(mean - before) / Math.sqrt(spread), Math.abs(Math.log(variance / spread)));
            largestMove = move > largestMove || Double.isNaN(move) ? move : largestMove;
            double away = restMean - before;
            total += tilted.logIntegral(i) + 0.5 * (away * away * restPrecision - Math.log(restPrecision * spread));
            precisions[rows + i] = mix(precisionsBefore[rows + i], precision);
            shifts[rows + i] = mix(shiftsBefore[rows + i], shift);
        }

        private double mix(double before, double after) {
            return before + stepShare * (after - before);
        }
    }
}
