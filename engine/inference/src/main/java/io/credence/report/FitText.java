package io.credence.report;

import io.credence.summary.FinishedReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Report on a fit for the terminal. */
public final class FitText {

    private FitText() {}

    /** Lines for the terminal: sections on what was found, end of the fit, and verdict on its reliability. */
    public static List<String> consoleLines(FinishedReport report) {
        Stream<String> head = Stream.concat(SectionText.text(report.sections()).lines(), Stream.of(endLine(report)));
        return Stream.concat(head, report.verdictLines().stream()).toList();
    }

    private static String endLine(FinishedReport report) {
        String evidence = report.evidenceText();
        return String.format(
                Locale.ROOT,
                "%s%s: %s; %d rows, %.1f passes, %.1f s",
                evidence.isEmpty() ? "" : evidence + ", ",
                report.status(),
                report.result().stopReason(),
                report.data().rows(),
                report.result().passes(),
                report.run().seconds());
    }
}
