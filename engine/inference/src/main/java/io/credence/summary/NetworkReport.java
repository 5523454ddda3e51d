package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.network.result.EpochPosterior;
import java.util.ArrayList;
import java.util.List;

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
        EpochPosterior trained,
        FitReport.DataFacts data,
        FitReport.RunInfo run)
        implements FinishedReport {

    /** Reliability of the predictions, judged on held-out rows. */
    @Override
    public Reliability reliability() {
        return Reliability.byHeldOut(result, trained.heldOut());
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
}
