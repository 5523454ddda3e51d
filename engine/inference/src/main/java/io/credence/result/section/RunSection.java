package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.credence.summary.FinishedReport;
import io.credence.summary.FitReport.RunInfo;
import org.jspecify.annotations.Nullable;

/**
 * Duration and environment of a run.
 *
 * @param iterations number of iterations; null in files that do not state it
 * @param passes number of passes over the rows
 * @param stopReason reason why the fit stopped
 * @param seed seed of the fit
 * @param info wall time and environment
 */
public record RunSection(
        @Nullable Integer iterations,
        double passes,
        @Nullable String stopReason,
        @Nullable Long seed,
        @JsonUnwrapped RunInfo info) {

    static RunSection of(FinishedReport report) {
        return new RunSection(
                report.result().iterations(),
                report.result().passes(),
                report.result().stopReason(),
                report.config().seed(),
                report.run());
    }
}
