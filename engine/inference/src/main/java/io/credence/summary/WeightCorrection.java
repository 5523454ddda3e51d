package io.credence.summary;

import io.credence.diagnostic.WeightingChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Summaries of a posterior's numbers, corrected by the importance weights of its draws. The change that weighting makes
 * in moments and quantiles over the draws is added to the posterior's own values, so that Monte Carlo error largely
 * cancels.
 *
 * @param summaryRows corrected summaries
 * @param changes changes from the posterior's own summaries
 * @param mostChangedName name of the number that changes most; empty if none does
 * @param changedNames names of the numbers that change by more than is negligible, or whose change is too noisy to tell
 */
public record WeightCorrection(
        List<SummaryRow> summaryRows, WeightingChanges changes, String mostChangedName, List<String> changedNames) {

    /** Number of Monte Carlo errors beyond which a change counts. */
    private static final double ERRORS = 3;
    /**
     * Levels of quantiles: both ends of the 90 % interval, each with a lower and an upper neighbour that give the
     * density there.
     */
    private static final double[] LEVELS = {0.025, 0.05, 0.075, 0.925, 0.95, 0.975};

    /**
     * Corrects summaries by importance weights.
     *
     * @param rows the posterior's own summaries
     * @param numbers values of the summarised numbers at the draws; {@code numbers[k]} belongs to {@code rows.get(k)}
     * @param base weights of the draws under the posterior, which sum to 1
     * @param shares importance weights of the draws, which sum to 1
     * @param errorFactor factor by which Monte Carlo errors of weighted averages exceed their estimates
     */
    static WeightCorrection of(
            List<SummaryRow> rows, double[][] numbers, double[] base, double[] shares, double errorFactor) {
        DrawnNumbers plain = DrawnNumbers.of(numbers, base);
        DrawnNumbers weighted = DrawnNumbers.of(numbers, shares);
        List<SummaryRow> corrected = new ArrayList<>();
        List<String> moving = new ArrayList<>();
        WeightingChanges moves = WeightingChanges.NONE;
        double observed = 0;
        String name = "";
        for (int k = 0; k < rows.size(); k++) {
            SummaryRow row = rows.get(k);
            double center = plain.mean(k);
            double width = plain.sd(k);
            DrawnNumbers.SortedDraws ranked = DrawnNumbers.SortedDraws.of(numbers[k]);
            double[] before = ranked.quantiles(base, LEVELS);
            double[] after = ranked.quantiles(shares, LEVELS);
            MomentChange move = MomentChange.of(numbers[k], center, width, base, shares);
            EndpointChange lower = EndpointChange.of(numbers[k], before, after[1] - before[1], 0, width, base, shares);
            EndpointChange upper = EndpointChange.of(numbers[k], before, after[4] - before[4], 3, width, base, shares);
            double size = Math.max(move.size(), Math.max(lower.meanEquivalentSize(), upper.meanEquivalentSize()));
            if (!(size <= observed)) {
                observed = size;
                name = row.name();
            }
            WeightingChanges own =
                    move.toWeightingChanges(errorFactor, Math.max(lower.certainSize(), upper.certainSize()));
            if (own.isMaterial() || own.isTooNoisy()) {
                moving.add(row.name());
            }
            moves = moves.maximum(own);
            corrected.add(new SummaryRow(
                    row.name(),
                    row.mean() + weighted.mean(k) - center,
                    width > 0 ? row.sd() * weighted.sd(k) / width : row.sd(),
                    row.lower() + after[1] - before[1],
                    row.upper() + after[4] - before[4],
                    Math.max(
                            0,
                            Math.min(
                                    1,
                                    row.positiveProbability()
                                            + weighted.positiveProbability(k)
                                            - plain.positiveProbability(k)))));
        }
        return new WeightCorrection(List.copyOf(corrected), moves, name, List.copyOf(moving));
    }

    /**
     * Change of one end of an interval.
     *
     * @param size size of the change, in posterior sds
     * @param error Monte Carlo error of the size
     */
    private record EndpointChange(double size, double error) {

        /** Part of the change that is beyond doubt: its size less one error where it exceeds three errors, else 0. */
        double certainSize() {
            return size > ERRORS * error ? size - error : 0;
        }

        /** Size of an equally important change of a mean. */
        double meanEquivalentSize() {
            return size * WeightingChanges.NEGLIGIBLE / WeightingChanges.NEGLIGIBLE_END;
        }

        /**
         * Change of the middle one of three quantiles. The distance between the outer two converts errors of
         * probabilities to errors of values.
         *
         * @param first index of the first of the three quantiles among all of them before weighting
         */
        static EndpointChange of(
                double[] values,
                double[] before,
                double move,
                int first,
                double width,
                double[] base,
                double[] shares) {
            double noise = 0;
            for (int s = 0; s < values.length; s++) {
                double outside = (values[s] <= before[first + 1] ? 1 : 0) - LEVELS[first + 1];
                noise += (shares[s] - base[s]) * (shares[s] - base[s]) * outside * outside;
            }
            double apart = (before[first + 2] - before[first]) / (LEVELS[first + 2] - LEVELS[first]);
            return new EndpointChange(Math.abs(move) / width, Math.sqrt(noise) * apart / width);
        }
    }

    /**
     * Change of the moments of one number.
     *
     * @param size larger of the change of its mean, in sds, and that of its log sd
     * @param meanChange change of its mean where that is beyond three errors, 0 elsewhere
     * @param meanError Monte Carlo error of the change of its mean
     * @param logSdChange change of its log sd where that is beyond three errors, 0 elsewhere
     * @param logSdError Monte Carlo error of the change of its log sd
     */
    private record MomentChange(
            double size, double meanChange, double meanError, double logSdChange, double logSdError) {

        WeightingChanges toWeightingChanges(double errorFactor, double end) {
            return new WeightingChanges(
                    Math.max(meanChange, logSdChange),
                    Math.max(
                            meanChange == 0 ? 0 : meanChange + errorFactor * meanError,
                            logSdChange == 0 ? 0 : logSdChange + errorFactor * logSdError),
                    Math.max(meanError, logSdError),
                    end);
        }

        static MomentChange of(double[] values, double center, double width, double[] base, double[] shares) {
            double mean = 0;
            double meanNoise = 0;
            double square = 0;
            double squareNoise = 0;
            for (int s = 0; s < values.length; s++) {
                double z = (values[s] - center) / width;
                double more = shares[s] - base[s];
                mean += more * z;
                meanNoise += more * more * z * z;
                square += more * (z * z - 1);
                squareNoise += more * more * (z * z - 1) * (z * z - 1);
            }
            double ofMean = Math.abs(mean);
            double ofSd = Math.abs(0.5 * Math.log(Math.max(Double.MIN_NORMAL, 1 + square - mean * mean)));
            double meanError = Math.sqrt(meanNoise);
            double sdError = 0.5 * Math.sqrt(squareNoise);
            return new MomentChange(
                    Math.max(ofMean, ofSd),
                    ofMean > ERRORS * meanError ? ofMean : 0,
                    meanError,
                    0.5 * Math.abs(square) > ERRORS * sdError ? ofSd : 0,
                    sdError);
        }
    }
}
