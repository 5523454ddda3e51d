package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.kind.Section;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.TrainedPosterior;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Report on a finished fit of networks: data, run and outcome.
 *
 * @param config configuration of the fit
 * @param names names of the columns, the intercept first
 * @param result outcome of the fit
 * @param trained trained networks
 * @param data facts about the rows
 * @param run environment and duration of the run
 */
public record NetworkReport(
        FitConfig config,
        List<String> names,
        FitResult result,
        TrainedPosterior trained,
        FitReport.DataFacts data,
        FitReport.RunInfo run)
        implements FinishedReport {

    /** Reliability of the predictions, judged on held-out rows. */
    @Override
    public Reliability reliability() {
        return reliability(result, trained.heldOut());
    }

    @Override
    public List<Section> sections() {
        return trained.sections();
    }

    @Override
    public List<String> verdictLines() {
        return List.of(reliability().text());
    }

    @Override
    public List<String> modelLines() {
        return List.of("model: " + trained.text());
    }

    @Override
    public List<String> checkLines() {
        return List.of(
                "reliable: " + reliability().isReliable() + "; " + reliability().text());
    }

    @Override
    public List<String> warnings() {
        List<String> notes = new ArrayList<>(config.notes());
        notes.addAll(data.notes());
        if (!result.isConverged()) {
            notes.add(status() + ": " + result.stopReason() + "; what is written is the last good epoch");
        }
        return notes;
    }

    /**
     * Verdict on the predictions of networks, by their scores on held-out rows. The weights of networks are not
     * checked, since many different ones predict the same.
     *
     * @param found scores on the held-out rows; null where none were held out
     */
    public static Reliability reliability(FitResult result, @Nullable HoldOutScores found) {
        String text = found == null ? "" : found.text();
        if (!result.isConverged()) {
            return Reliability.failed("the fit has not converged" + (text.isEmpty() ? "" : "; " + text));
        } else if (found == null) {
            return Reliability.skipped("no rows were held out; train.validation above 0 holds some out");
        } else if (found.isTooSure()) {
            return Reliability.failed("predictions are too sure; " + text);
        } else if (found.isUnsure()) {
            return Reliability.failed("predictions are not as sure as they should be; " + text);
        } else if (found.isWorseThanBaseline()) {
            return Reliability.failed(
                    "predictions are worse than " + HoldOutScores.baseline(found.calibration()) + "; " + text);
        } else if (found.calibration().isEmpty()) {
            return Reliability.skipped("normals of latent numbers are not compared with exact posteriors; " + text);
        } else if (!found.hasEnoughRows()) {
            return Reliability.skipped(
                    "so few rows do not show whether intervals are twice as wide as they should be, or half;"
                            + " train.validation holds out more; " + text);
        }
        return Reliability.passed(text);
    }
}
