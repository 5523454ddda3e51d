package io.credence.report;

import io.credence.network.result.EpochPosterior;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.summary.NetworkReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Report on a fit of networks, for the terminal and {@code log.txt}. */
public final class NetworkText {

    private NetworkText() {}

    /** Lines for the terminal: model, results on held-out rows, and weight of each kind of network. */
    public static List<String> consoleLines(NetworkReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(report.trained().text());
        HoldOutScores found = report.trained().heldOut();
        if (found != null) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-28s %9.4f%s nats a row, %.4f without features",
                    "log score of " + found.rows() + " rows held out",
                    found.logScore(),
                    Double.isNaN(found.logScoreError())
                            ? ""
                            : String.format(Locale.ROOT, " ± %.4f", found.logScoreError()),
                    found.constantScore()));
            for (HoldOutScores.Calibration number : found.calibration()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%-28s %9.4f, expected %.4f ± %.4f",
                        number.name(),
                        number.observed(),
                        number.expected(),
                        number.sd()));
            }
        }
        kindWeights(report.trained())
                .forEach((kind, weight) -> lines.add(String.format(Locale.ROOT, "%-44s weighs %.3f", kind, weight)));
        lines.add(String.format(
                Locale.ROOT,
                "%s: %s; %d rows, %.1f passes, %.1f s",
                report.status(),
                report.result().stopReason(),
                report.data().rows(),
                report.result().passes(),
                report.run().seconds()));
        lines.add(report.reliability().text());
        return lines;
    }

    /** Total weight of the ensemble's members of each kind of network, by its name; empty where there is one member. */
    public static Map<String, Double> kindWeights(EpochPosterior trained) {
        Map<String, Double> weights = new LinkedHashMap<>();
        if (trained.members().size() == 1) {
            return weights;
        }
        for (NetworkEnsemble.TrainedMember member : trained.members()) {
            weights.merge(member.kind().text(trained.likelihood().isNormal()), member.weight(), Double::sum);
        }
        return weights;
    }

    /** Text of {@code log.txt}. */
    public static String logText(NetworkReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "data: " + report.config().data().path() + ", " + report.data().rows() + " rows used, "
                        + report.data().skipped() + " skipped, " + report.data().partitions() + " partitions, "
                        + report.data().fingerprint());
        lines.add("model: " + report.trained().text());
        lines.addAll(report.result().decisions());
        lines.add("executor kernel: " + String.join(" and ", report.run().executorKernels()));
        lines.add("stopped: " + report.status() + " after " + report.result().iterations() + " epochs: "
                + report.result().stopReason());
        report.warnings().forEach(note -> lines.add("note: " + note));
        lines.add("reliable: " + report.reliability().isReliable() + "; "
                + report.reliability().text());
        lines.add(report.run().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "versions: ", "")));
        return report.config().redacted().redaction().redact(String.join("\n", lines) + "\n");
    }
}
