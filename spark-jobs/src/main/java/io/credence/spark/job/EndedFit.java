package io.credence.spark.job;

import io.credence.result.TraceLine;
import io.credence.summary.FinishedReport;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A fit that ended, or is cut short.
 *
 * @param report what is known of it
 * @param written what it leaves behind, by the trace of its steps
 * @param console lines for the terminal
 */
public record EndedFit(
        FinishedReport report, Function<List<TraceLine>, ResultFiles> written, Supplier<List<String>> console) {

    /** What it leaves behind. */
    public ResultFiles files(List<TraceLine> trace) {
        return written.apply(trace);
    }
}
