package io.credence.report;

import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.fit.FitResult;
import io.credence.summary.FitReport;
import io.credence.summary.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Report on a fit for the terminal. */
public final class FitText {

    private FitText() {}

    /** Lines for the terminal: posterior summaries, end of the fit, and verdict on its reliability. */
    public static List<String> consoleLines(FitReport report) {
        Stream<String> head = Stream.concat(ConsoleTable.text(report).lines(), Stream.of(endLine(report)));
        return Stream.concat(head, Verdict.lines(report).stream()).toList();
    }

    private static String endLine(FitReport report) {
        Double elbo = report.result().elbo();
        return String.format(
                Locale.ROOT,
                "%s%s: %s; %d rows, %.1f passes, %.1f s",
                elbo == null || !report.config().objective().isLogLikelihoodLoss()
                        ? evidence(report.findings().objectiveFindings().evidenceBound())
                        : report.findings().kindFindings().hasIntegratedEvidence()
                                ? String.format(Locale.ROOT, "log marginal likelihood %.4f nats, ", elbo)
                                : boundText(elbo, report.result().drawNoise()),
                report.status(),
                report.result().stopReason(),
                report.data().rows(),
                report.result().passes(),
                report.run().seconds());
    }

    private static String evidence(@Nullable EvidenceBound bound) {
        return bound == null || !Double.isFinite(bound.value())
                ? ""
                : String.format(
                        Locale.ROOT,
                        "evidence of the loss%s at least %.4f nats, ",
                        power(bound.lossPower()),
                        bound.value());
    }

    private static String power(double power) {
        return power == 1 ? "" : " to the power " + power;
    }

    private static String boundText(double elbo, FitResult.@Nullable DrawNoise noise) {
        return noise == null || !(noise.elboError() > 0)
                ? String.format(Locale.ROOT, "ELBO %.4f nats, ", elbo)
                : String.format(Locale.ROOT, "ELBO %.4f ± %.4f nats, ", elbo, noise.elboError());
    }
}
