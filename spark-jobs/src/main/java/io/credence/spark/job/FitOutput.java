package io.credence.spark.job;

import io.credence.result.TraceLine;
import io.credence.summary.FinishedReport;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Report, files and console lines of a fit that ended or was interrupted.
 *
 * @param report report of the fit
 * @param filesFromTrace makes the files of the result, given the trace of its steps
 * @param console lines for the terminal
 */
public record FitOutput(
        FinishedReport report, Function<List<TraceLine>, ResultFiles> filesFromTrace, Supplier<List<String>> console) {

    /** Files of the result. */
    public ResultFiles files(List<TraceLine> trace) {
        return filesFromTrace.apply(trace);
    }
}
