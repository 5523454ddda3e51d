package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.network.EpochPosterior;
import java.util.ArrayList;
import java.util.List;

/**
 * A finished fit of networks with all that is reported of it.
 *
 * @param config what was requested
 * @param names of the columns, the intercept first
 * @param result how the fit went
 * @param trained what was found
 * @param data what the rows were
 * @param run where and how long it ran
 */
public record NetworkReport(
        FitConfig config,
        List<String> names,
        FitResult result,
        EpochPosterior trained,
        FitReport.Data data,
        FitReport.Run run)
        implements FinishedReport {

    /** Whether its predictions may be relied on. */
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
