package io.credence.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.Redaction;
import io.credence.summary.FitReport;
import io.credence.summary.Verdict;
import java.util.List;

/** The section {@code verdict} of a result: whether it may be believed, in the words of the console. */
final class WrittenVerdict {

    static final String KEY = "verdict";

    private WrittenVerdict() {}

    static void write(ObjectNode object, FitReport report) {
        Redaction redaction = report.config().shown().redaction();
        texts(object, "says", Verdict.lines(report), redaction);
        texts(object, "next", report.next(), redaction);
        texts(object, "notes", report.notes(), redaction);
    }

    private static void texts(ObjectNode object, String name, List<String> texts, Redaction redaction) {
        var array = object.putArray(name);
        texts.forEach(text -> array.add(redaction.of(text)));
    }
}
