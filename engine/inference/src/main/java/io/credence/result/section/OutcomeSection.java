package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.Reliability.Status;
import io.credence.summary.FinishedReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Status of a fit and verdict on its reliability, at the head of a file.
 *
 * @param schema name and version of the schema
 * @param status status of the fit
 * @param missing reasons why files beside this one could not be written, by file name
 * @param reliable whether the posterior was checked and is reliable
 * @param check outcome of the check; null in files of earlier versions
 * @param checkReason reason for that outcome
 * @param verdict verdict in sentences; null in files of earlier versions, and of segments
 */
public record OutcomeSection(
        String schema,
        String status,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> missing,
        boolean reliable,
        @Nullable String check,
        @Nullable String checkReason,
        @Nullable VerdictSection verdict) {

    public OutcomeSection {
        if (check != null && checkStatus(check, reliable).isEmpty()) {
            throw Refusal.of(
                    "check is none that goes with reliable = " + reliable,
                    reliable ? "passed" : "failed or skipped",
                    '"' + check + '"');
        }
    }

    static OutcomeSection of(String schema, FinishedReport report, VerdictSection verdict) {
        Reliability found = report.reliability();
        return new OutcomeSection(
                schema,
                report.status(),
                Map.of(),
                found.isReliable(),
                found.status().resultName(),
                found.reason(),
                verdict);
    }

    private static Optional<Status> checkStatus(String check, boolean reliable) {
        return Arrays.stream(Status.values())
                .filter(status -> status.resultName().equals(check) && (status == Status.PASSED) == reliable)
                .findFirst();
    }

    /**
     * Verdict of the fit's checks. Files of earlier versions do not state that a fit was not checked.
     *
     * @param weighed whether the posterior's draws were weighted
     */
    public Reliability reliability(boolean weighed) {
        if (check == null) {
            return reliable && !weighed
                    ? Reliability.skipped("the file reports no check")
                    : new Reliability(
                            reliable ? Status.PASSED : Status.FAILED, "as an earlier version of Credence found");
        }
        return new Reliability(
                checkStatus(check, reliable).orElseThrow(),
                checkReason == null ? "" : checkReason,
                sentences().reliableBut());
    }

    /** Verdict in sentences; none where the file has none. */
    public VerdictSection sentences() {
        return verdict == null ? new VerdictSection(List.of(), List.of(), List.of(), List.of()) : verdict;
    }
}
