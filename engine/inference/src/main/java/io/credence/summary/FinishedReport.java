package io.credence.summary;

import io.credence.config.FitConfig;
import io.credence.diagnostic.Reliability;
import io.credence.fit.FitResult;
import io.credence.kind.Section;
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

    /** Sections on what was found, for the terminal. */
    List<Section> sections();

    /** Text on the evidence or the bound that was reached; empty where there is none. */
    default String evidenceText() {
        return "";
    }

    /** Lines on the reliability of the fit and its checks, for the terminal. */
    List<String> verdictLines();

    /** Lines of the log on the model, its prior and its posterior. */
    List<String> modelLines();

    /** Lines of the log on how the answer was checked. */
    List<String> checkLines();

    /** Notes and advice to the reader of the result, one sentence each. */
    List<String> warnings();

    /** Name of the status, in the words of result files. */
    default String status() {
        return FitReport.statusName(result().status());
    }
}
