package io.credence.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.secret.Redaction;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.Reliability.Status;
import io.credence.summary.FitReport;
import io.credence.summary.Verdict;
import java.util.Arrays;
import java.util.List;

/** Reader and writer of the section {@code verdict} of a result: the posterior's reliability, as on the console. */
final class VerdictSection {

    static final String KEY = "verdict";

    /** JSON field of the check's outcome. */
    static final String CHECK = "check";

    /** JSON field of the reason for the outcome. */
    static final String CHECK_REASON = "checkReason";

    /** JSON field of the list of unreliable numbers, where all others are reliable. */
    private static final String BUT = "reliableBut";

    private VerdictSection() {}

    static void write(ObjectNode object, FitReport report) {
        Redaction redaction = report.config().redacted().redaction();
        if (!report.reliability().but().isEmpty()) {
            writeTexts(object, BUT, report.reliability().but(), redaction);
        }
        writeTexts(object, "says", Verdict.lines(report), redaction);
        writeTexts(object, "next", report.advice(), redaction);
        writeTexts(object, "notes", report.notes(), redaction);
    }

    private static void writeTexts(ObjectNode object, String name, List<String> texts, Redaction redaction) {
        var array = object.putArray(name);
        texts.forEach(text -> array.add(redaction.redact(text)));
    }

    /** Reads the reliability of a result. Files of earlier versions do not state that a fit was not checked. */
    static Reliability readReliability(JsonCursor root) {
        boolean reliable = root.child("reliable").flag();
        JsonCursor check = root.child(CHECK);
        if (!check.isPresent()) {
            boolean weighed = root.child("diagnostics").child("effectiveDraws").isPresent();
            return reliable && !weighed
                    ? Reliability.skipped("the file reports no check")
                    : new Reliability(
                            reliable ? Status.PASSED : Status.FAILED, "as an earlier version of Credence found");
        }
        return Arrays.stream(Status.values())
                .filter(status -> status.resultName().equals(check.text()) && (status == Status.PASSED) == reliable)
                .findFirst()
                .map(status -> new Reliability(status, root.child(CHECK_REASON).text(""), readExceptions(root)))
                .orElseThrow(() -> check.refusal(
                        "is none that goes with reliable = " + reliable, reliable ? "passed" : "failed or skipped"));
    }

    private static List<String> readExceptions(JsonCursor root) {
        JsonCursor names = root.child(KEY).child(BUT);
        return names.isPresent() ? names.texts() : List.of();
    }
}
