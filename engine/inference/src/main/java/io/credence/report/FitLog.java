package io.credence.report;

import io.credence.fit.FitResult;
import io.credence.summary.FinishedReport;
import io.credence.summary.FitReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writer of {@code log.txt}: the automatic decisions of a fit, and their reasons. */
public final class FitLog {

    private FitLog() {}

    /** Text of the file. */
    public static String logText(FinishedReport report) {
        return report.config().redacted().redaction().redact(linesText(report));
    }

    private static String linesText(FinishedReport report) {
        List<String> lines = new ArrayList<>();
        FitReport.DataFacts data = report.data();
        lines.add("data: " + report.config().data().path() + ", " + data.rows() + " rows used, " + data.skipped()
                + " skipped, " + data.partitions() + " partitions, " + data.fingerprint());
        new TreeMap<>(data.columns().referenceLevels())
                .forEach((column, level) -> lines.add("reference level of " + column + ": " + level));
        if (report.config().method() != null) {
            lines.add("method: " + report.config().method());
        }
        lines.addAll(report.modelLines());
        lines.addAll(report.result().decisions());
        lines.add("executor kernel: " + String.join(" and ", report.run().executorKernels()));
        if (report.config().data().standardize()) {
            lines.add("standardize: columns were divided by their spread during the fit; prior and result are on the"
                    + " columns as they are given");
        }
        lines.add("stopped: " + report.status() + " after " + report.result().iterations() + " iterations: "
                + report.result().stopReason());
        report.warnings().forEach(warning -> lines.add("note: " + warning));
        FitResult.DrawNoise noise = report.result().drawNoise();
        if (noise != null) {
            lines.add("noise: " + noiseText(noise));
        }
        lines.addAll(report.checkLines());
        lines.add(report.run().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "versions: ", "")));
        return String.join("\n", lines) + "\n";
    }

    private static String noiseText(FitResult.DrawNoise noise) {
        return noise.draws() + " draws per step at the end" + formatIfFinite(", R-hat %.3f", noise.rhat())
                + formatIfFinite(", Monte Carlo error of means up to %.4f posterior sd", noise.mcse())
                + formatIfFinite(", of the ELBO %.4f nats", noise.elboError());
    }

    private static String formatIfFinite(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "";
    }
}
