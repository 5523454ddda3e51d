package io.credence.summary;

import io.credence.diagnostic.Moves;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers that are reported of a posterior, corrected by the importance weights of its draws: what weighing changes in their
 * moments and quantiles over these draws is added to what the posterior itself shows, so that little is left to chance.
 *
 * @param rows the corrected numbers
 * @param moves how far they are from what the posterior shows
 * @param name of the number that moves most; empty if none does
 */
public record Corrected(List<SummaryRow> rows, Moves moves, String name) {

    /** Monte Carlo errors above which a move counts. */
    private static final double ERRORS = 3;

    /**
     * Corrects.
     *
     * @param rows what the posterior reports
     * @param numbers the same numbers at its draws, those of {@code rows.get(k)} in {@code numbers[k]}
     * @param base weights of the draws under the posterior, which sum to 1
     * @param shares their importance weights, which sum to 1
     * @param errorFactor by which errors of what they average exceed their estimates
     */
    static Corrected of(List<SummaryRow> rows, double[][] numbers, double[] base, double[] shares, double errorFactor) {
        DrawnNumbers plain = DrawnNumbers.of(numbers, base);
        DrawnNumbers weighted = DrawnNumbers.of(numbers, shares);
        List<SummaryRow> corrected = new ArrayList<>();
        double largest = 0;
        double reach = 0;
        double observed = 0;
        double error = 0;
        String name = "";
        for (int k = 0; k < rows.size(); k++) {
            SummaryRow row = rows.get(k);
            double center = plain.mean(k);
            double width = plain.sd(k);
            Move move = Move.of(numbers[k], center, width, base, shares);
            if (!(move.size() <= observed)) {
                observed = move.size();
                name = row.name();
            }
            largest = Double.isNaN(move.known()) ? move.known() : Math.max(largest, move.known());
            reach = Math.max(reach, move.reach(errorFactor));
            error = Double.isNaN(move.error()) ? move.error() : Math.max(error, move.error());
            DrawnNumbers.Ranked ranked = DrawnNumbers.Ranked.of(numbers[k]);
            double[] before = ranked.quantiles(base, 0.05, 0.95);
            double[] after = ranked.quantiles(shares, 0.05, 0.95);
            corrected.add(new SummaryRow(
                    row.name(),
                    row.mean() + weighted.mean(k) - center,
                    width > 0 ? row.sd() * weighted.sd(k) / width : row.sd(),
                    row.lower() + after[0] - before[0],
                    row.upper() + after[1] - before[1],
                    Math.max(0, Math.min(1, row.positive() + weighted.positive(k) - plain.positive(k)))));
        }
        return new Corrected(List.copyOf(corrected), new Moves(largest, reach, error), name);
    }

    /**
     * How far a number moves.
     *
     * @param size the larger of the moves of its mean, in sds, and of its log sd
     * @param mean that of its mean where it is beyond three of its errors, 0 elsewhere
     * @param meanError its error
     * @param sd that of its log sd where it is beyond three of its errors, 0 elsewhere
     * @param sdError its error
     */
    private record Move(double size, double mean, double meanError, double sd, double sdError) {

        double known() {
            return Math.max(mean, sd);
        }

        double reach(double errorFactor) {
            return Math.max(mean == 0 ? 0 : mean + errorFactor * meanError, sd == 0 ? 0 : sd + errorFactor * sdError);
        }

        double error() {
            return Math.max(meanError, sdError);
        }

        static Move of(double[] values, double center, double width, double[] base, double[] shares) {
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
            return new Move(
                    Math.max(ofMean, ofSd),
                    ofMean > ERRORS * meanError ? ofMean : 0,
                    meanError,
                    0.5 * Math.abs(square) > ERRORS * sdError ? ofSd : 0,
                    sdError);
        }
    }
}
