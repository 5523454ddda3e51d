package io.credence.network.train;

import io.credence.network.result.HoldOutScores;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Check of whether training has settled, by the gain of its last epochs.
 *
 * @param objectiveGain gain of the last three quarters of the epochs, nats a row of the objective; NaN of fewer than four
 *     epochs
 * @param maxSettledGain largest gain of a training that has settled
 */
record ConvergenceCheck(double objectiveGain, double maxSettledGain) {
    // Steps of a cosine schedule end at 0, so that the last epochs gain nothing wherever they end. Twice the number of
    // epochs,
    // twice: what that gained is about what it gains once more. Of five simulated sets and 5 to 1,000 epochs, fits
    // within the limit
    // were those whose score of rows held out three times as many epochs raised by at most a tenth of what had been
    // learned.

    private static final int FEWEST = 4;
    /** Share, of what the columns were seen to explain, that may still be gained. */
    private static final double SHARE = 0.2;
    /** Gain, nats a row, that is negligible whatever columns explain. */
    private static final double NEGLIGIBLE = 0.03;
    /** Negligible gain, nats a row, where no row was held out, so that it is not known what the columns explain. */
    private static final double UNKNOWN = 0.1;
    /** Share of an objective that is negligible: of rows of many numbers it is hundreds of nats. */
    private static final double OF_OBJECTIVE = 0.02;

    /** Checks the objectives of the epochs. */
    static ConvergenceCheck of(List<Double> objectives, @Nullable HoldOutScores found) {
        double end = average(objectives, 0.9, 1);
        double limit = found == null
                ? Math.max(UNKNOWN, OF_OBJECTIVE * Math.abs(end))
                : Math.max(NEGLIGIBLE, SHARE * (found.logScore() - found.constantScore()));
        return new ConvergenceCheck(
                objectives.size() < FEWEST ? Double.NaN : average(objectives, 0.2, 0.3) - end, limit);
    }

    private static double average(List<Double> values, double from, double to) {
        int first = Math.min((int) (from * values.size()), values.size() - 1);
        int end = Math.max(first + 1, (int) (to * values.size()));
        return values.subList(first, end).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    boolean isSettled() {
        return objectiveGain <= maxSettledGain;
    }

    /** Description for people. */
    String text() {
        return Double.isNaN(objectiveGain)
                ? "but fewer than " + FEWEST + " do not show whether training has settled: more train.epochs"
                : String.format(
                        Locale.ROOT,
                        isSettled()
                                ? "and training has settled: the last three quarters gained %.2g nats a row, at most %.2g allowed"
                                : "but training has not settled: the last three quarters gained %.2g nats a row, at most %.2g"
                                        + " allowed: more train.epochs",
                        objectiveGain,
                        maxSettledGain);
    }
}
