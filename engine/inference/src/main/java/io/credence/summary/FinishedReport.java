package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import java.util.List;

/** Report on a finished fit of any kind of model: data, outcome, run and reliability. */
public interface FinishedReport {

    /** Configuration of the fit. */
    FitConfig config();

    /** Outcome of the fit: posterior, status and reason. */
    FitResult result();

    /** Facts about the rows that were used. */
    FitReport.DataFacts data();

    /** Environment and duration of the run. */
    FitReport.RunInfo run();

    /** Reliability of the posterior's numbers. */
    Reliability reliability();

    /** Notes and advice to the reader of the result, one sentence each. */
    List<String> warnings();

    /** Name of the status, in the words of result files. */
    default String status() {
        return FitReport.statusName(result().status());
    }
}
