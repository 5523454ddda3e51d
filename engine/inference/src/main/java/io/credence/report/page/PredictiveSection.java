package io.credence.report.page;

import io.credence.predict.PredictiveCheck;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Section on the posterior predictive check.
 *
 * @param statistics picture of the statistics; null where there are none
 * @param calibration pictures of predicted probabilities of events
 * @param lines table of the statistics
 * @param rows number of rows with replicated responses
 * @param draws number of replications
 */
record PredictiveSection(
        @Nullable Picture statistics, Calibration calibration, List<StatisticRow> lines, long rows, int draws) {

    /**
     * Line of the table, for one statistic.
     *
     * @param css CSS class: "off" where few replications are as extreme as the observed value
     */
    record StatisticRow(
            String name, String css, String observed, String mean, String lower, String upper, String probability) {}

    /**
     * Calibration of the predicted probabilities of events.
     *
     * @param pictures pictures of the first events, one for each; empty where labels are no classes
     * @param more number of events without a picture
     */
    record Calibration(List<Picture> pictures, long more) {

        static Calibration of(PredictiveCheck check) {
            long events = check.calibration().stream()
                    .map(PredictiveCheck.CalibrationBin::event)
                    .distinct()
                    .count();
            List<Picture> pictures = PredictivePictures.calibration(check);
            return new Calibration(pictures, events - pictures.size());
        }
    }

    static @Nullable PredictiveSection of(@Nullable PredictiveCheck check) {
        if (check == null || check.statistics().isEmpty() && check.calibration().isEmpty()) {
            return null;
        }
        return new PredictiveSection(
                PredictivePictures.statisticsPicture(check),
                Calibration.of(check),
                check.statistics().stream()
                        .map(each -> new StatisticRow(
                                each.name(),
                                each.isUnreproduced() ? "off" : "",
                                numberText(each.observed()),
                                numberText(each.mean()),
                                numberText(each.lower()),
                                numberText(each.upper()),
                                String.format(Locale.ROOT, "%.3f", each.exceedanceProbability())))
                        .toList(),
                check.rows(),
                check.replications());
    }

    private static String numberText(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
