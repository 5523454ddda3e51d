package io.credence.report;

import io.credence.config.PriorConfig;
import io.credence.fit.FitResult;
import io.credence.prior.EarlierFit;
import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.FittedModel;
import io.credence.summary.ImportanceCheck;
import io.credence.summary.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writer of {@code log.txt}: the automatic decisions of a fit, and their reasons. */
public final class FitLog {

    /** Largest number of coefficients whose priors are reported one by one. */
    private static final int SHOWN = 20;

    private FitLog() {}

    /** Text of the file. */
    public static String logText(FitReport report) {
        return report.config().redacted().redaction().redact(linesText(report));
    }

    private static String linesText(FitReport report) {
        List<String> lines = new ArrayList<>();
        FitReport.DataFacts data = report.data();
        lines.add("data: " + report.config().data().path() + ", " + data.rows() + " rows used, " + data.skipped()
                + " skipped, " + data.partitions() + " partitions, " + data.fingerprint());
        new TreeMap<>(data.referenceLevels())
                .forEach((column, level) -> lines.add("reference level of " + column + ": " + level));
        if (report.config().method() != null) {
            lines.add("method: " + report.config().method());
        }
        lines.add(model(report));
        lines.add(prior(report));
        lines.add("posterior: " + report.coefficients().posterior().family() + ", moments by "
                + report.coefficients().momentSource().text());
        report.result().decisions().forEach(lines::add);
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
        ImportanceCheck importance = report.findings().importanceCheck();
        lines.add(
                "reliable: " + report.reliability().isReliable() + "; checked were convergence and that all numbers are"
                        + " finite with positive variances; " + Verdict.reliabilityLine(report));
        Verdict.lines(report).stream().skip(1).forEach(lines::add);
        if (importance != null && importance.rowShare() < 1) {
            lines.add(String.format(
                    Locale.ROOT,
                    "check: of %.2g %% of the rows beside a quadratic of all of them; error of a log weight %.2g nats",
                    100 * importance.rowShare(),
                    importance.logWeightError()));
        }
        lines.add(report.run().versions().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "versions: ", "")));
        return String.join("\n", lines) + "\n";
    }

    private static String model(FitReport report) {
        FittedModel model = report.model();
        int dimension = report.coefficients().dimension();
        return model.link() == null
                ? "model: class " + model.name() + " with options "
                        + report.config().model().options() + ", " + dimension + " unconstrained parameters"
                : "model: " + model.name() + " with link " + model.link() + ", " + dimension + " coefficients"
                        + (model.hasJointDispersion() ? ", the logarithm of the dispersion among them" : "");
    }

    private static String prior(FitReport report) {
        PriorConfig prior = report.config().prior();
        if (!prior.isNormal()) {
            String intercepts = normalPriorText(report.coefficients());
            return "prior: " + prior.kindChoice().description()
                    + (intercepts.isEmpty() ? "" : "; normal of " + intercepts);
        }
        EarlierFit earlier = prior.earlierFit();
        if (earlier != null) {
            String share = prior.kindChoice().description();
            return "prior: " + share + ", " + earlier.identity().source() + ", digest "
                    + earlier.identity().digest() + ": " + normalPriorText(report.coefficients());
        }
        double[] precision = report.coefficients().prior().precision();
        if (precision.length > 0 && Arrays.stream(precision).allMatch(p -> p == 0)) {
            return "prior: that of the class";
        }
        if (!Double.isFinite(prior.sd()) || !prior.coefficients().isEmpty()) {
            String auto = prior.isSdAutomatic() ? ", sd auto: " : ", ";
            return "prior: " + prior.kind() + auto + normalPriorText(report.coefficients());
        }
        String parameters = report.model().link() == null ? " of each unconstrained parameter, coefficients" : "";
        return "prior: normal, mean " + prior.mean() + ", sd " + prior.sd() + parameters
                + " on the columns as they are given";
    }

    /** Text on the coefficients with a normal prior, and that prior. */
    private static String normalPriorText(Coefficients coefficients) {
        List<String> names = coefficients.names();
        double[] means = coefficients.prior().mean();
        double[] sds = coefficients.prior().sd();
        int[] normal = IntStream.range(0, sds.length)
                .filter(j -> Double.isFinite(sds[j]))
                .toArray();
        return IntStream.of(normal)
                .limit(SHOWN)
                .mapToObj(j -> String.format(Locale.ROOT, "%s %.4g ± %.4g", names.get(j), means[j], sds[j]))
                .collect(Collectors.joining(", ", "", normal.length > SHOWN ? ", …; all in posterior.json" : ""));
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
