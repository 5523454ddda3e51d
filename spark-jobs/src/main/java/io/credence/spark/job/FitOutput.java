package io.credence.spark.job;

import io.credence.report.FitText;
import io.credence.result.TraceLine;
import io.credence.summary.FinishedReport;
import java.util.List;
import java.util.function.Function;

/**
 * Report and files of a fit that ended or was interrupted.
 *
 * @param report report of the fit
 * @param filesFromTrace makes the files of the result, given the trace of its steps
 */
public record FitOutput(FinishedReport report, Function<List<TraceLine>, ResultFiles> filesFromTrace) {

    /** Files of the result. */
    public ResultFiles files(List<TraceLine> trace) {
        return filesFromTrace.apply(trace);
    }

    /** Lines for the terminal. */
    List<String> consoleLines() {
        return FitText.consoleLines(report);
    }
}
