package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.summary.FinishedReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Duration and environment of a run.
 *
 * @param iterations number of iterations; null in files that do not state it
 * @param passes number of passes over the rows
 * @param seconds wall time
 * @param stopReason reason why the fit stopped
 * @param seed seed of the fit
 * @param kernel name of the driver's kernel
 * @param executorKernels names of the kernels with which passes over the rows were made
 * @param versions version of each component, by name
 */
public record RunSection(
        @Nullable Integer iterations,
        double passes,
        double seconds,
        @Nullable String stopReason,
        @Nullable Long seed,
        @Nullable String kernel,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> executorKernels,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> versions) {

    static RunSection of(FinishedReport report) {
        return new RunSection(
                report.result().iterations(),
                report.result().passes(),
                report.run().seconds(),
                report.result().stopReason(),
                report.config().seed(),
                report.run().kernel(),
                report.run().executorKernels(),
                report.run().versions());
    }
}
