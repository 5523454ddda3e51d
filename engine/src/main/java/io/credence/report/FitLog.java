package io.credence.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code log.txt}: what was decided automatically, and why. */
public final class FitLog {

    private FitLog() {}

    /** The file's text. */
    public static String of(FitReport report) {
        List<String> lines = new ArrayList<>();
        FitReport.Data data = report.data();
        lines.add("data: " + report.config().data().path() + ", " + data.rows() + " rows used, " + data.skipped()
                + " skipped, " + data.partitions() + " partitions, " + data.fingerprint());
        lines.add("model: " + report.likelihood().name() + " with link "
                + report.likelihood().link() + ", " + report.coefficients().dimension() + " coefficients");
        lines.add("prior: normal, mean " + report.config().prior().mean() + ", sd "
                + report.config().prior().sd() + " on the columns as they are given");
        lines.add("posterior: " + report.coefficients().family());
        report.result().decisions().forEach(lines::add);
        lines.add("executor kernel: " + report.run().kernel());
        if (report.config().data().standardize()) {
            lines.add("standardize: columns were divided by their spread during the fit; prior and result are on the"
                    + " columns as they are given");
        }
        lines.add("stopped: " + report.status() + " after " + report.result().iterations() + " iterations: "
                + report.result().stopReason());
        report.warnings().forEach(warning -> lines.add("note: " + warning));
        lines.add("reliable: " + report.isReliable() + "; checked were convergence and that all numbers are finite with"
                + " positive variances; how close the family comes to the exact posterior was not checked");
        lines.add(report.run().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "versions: ", "")));
        return String.join("\n", lines) + "\n";
    }
}
