package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import java.util.List;

/** A finished fit with all that is reported of it, whatever was fitted. */
public interface FinishedReport {

    /** What was requested. */
    FitConfig config();

    /** How the fit went. */
    FitResult result();

    /** What the rows were. */
    FitReport.Data data();

    /** Where and how long it ran. */
    FitReport.Run run();

    /** Whether its numbers may be relied on. */
    Reliability reliability();

    /** What a reader of the result should know, and what to do about it, one sentence each. */
    List<String> warnings();

    /** Word of the contract for the status. */
    default String status() {
        return FitReport.word(result().status());
    }
}
