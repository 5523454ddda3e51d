package io.credence.summary;

import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.EvidenceEstimate;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeftOutRow;
import io.credence.family.Posterior;
import io.credence.fit.CandidateFamily;
import io.credence.predict.PredictiveCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text for people on the reliability of a fit. */
public final class Verdict {

    private Verdict() {}

    /**
     * Lines on the reliability of a fit, as far as there is something to report. They concern the posterior, its
     * family, leave-one-out, the rows predicted worst, and the posterior predictive check.
     */
    public static List<String> lines(FitReport report) {
        List<String> lines = new ArrayList<>();
        for (String line : new @Nullable String[] {
            reliabilityLine(report),
            familiesLine(report),
            leaveOneOutLine(report),
            worstRowsLine(report),
            predictiveLine(report)
        }) {
            if (line != null) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Lines of the log on how the answer was checked. */
    static List<String> checkLines(FitReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "reliable: " + report.reliability().isReliable() + "; checked were convergence and that all numbers are"
                        + " finite with positive variances; " + reliabilityLine(report));
        lines(report).stream().skip(1).forEach(lines::add);
        ImportanceCheck importance = report.findings().importanceCheck();
        if (importance != null && importance.rowShare() < 1) {
            lines.add(String.format(
                    Locale.ROOT,
                    "check: of %.2g %% of the rows beside a quadratic of all of them; error of a log weight %.2g nats",
                    100 * importance.rowShare(),
                    importance.logWeightError()));
        }
        return lines;
    }

    /** Line on the posterior's reliability and its log evidence. */
    public static String reliabilityLine(FitReport report) {
        ImportanceCheck check = report.findings().importanceCheck();
        return report.reliability().text()
                + (check == null
                        ? ""
                        : evidenceText(check.bounds(), check.missedModes().isEmpty()));
    }

    /** Line on the families that were tried; null where one was requested. */
    private static @Nullable String familiesLine(FitReport report) {
        List<CandidateFamily> tried = report.result().candidates();
        return tried.isEmpty()
                ? null
                : "posterior.family = auto: " + report.result().posterior().family() + " of "
                        + tried.stream()
                                .map(one -> String.format(
                                        Locale.ROOT,
                                        "%s (k-hat %.2f%s)",
                                        one.family(),
                                        one.judgement().tailIndex(),
                                        one.judgement().reliable() ? ", reliable" : ""))
                                .collect(Collectors.joining(", "));
    }

    /** Line on leave-one-out prediction of the rows; null where it was not computed. */
    private static @Nullable String leaveOneOutLine(FitReport report) {
        LeaveOneOut found = report.findings().leaveOneOut();
        if (found == null) {
            return null;
        }
        String rows = found.rows().rowShare() < 1
                ? String.format(
                        Locale.ROOT,
                        "%d of the rows (± %.2g for the others)",
                        found.rows().rowCount(),
                        found.samplingError())
                : String.format(Locale.ROOT, "all %d rows", found.rows().rowCount());
        return String.format(
                Locale.ROOT,
                "leave-one-out, %s: elpd %.1f ± %.1f, p %.1f; WAIC %.1f, p %.1f; %s",
                rows,
                found.elpd().value(),
                found.elpd().error(),
                found.effectiveParameters().value(),
                found.waic().value(),
                found.waicEffectiveParameters().value(),
                tailsText(found));
    }

    /** Line that names the worst predicted rows by their keys; null where they have none. */
    private static @Nullable String worstRowsLine(FitReport report) {
        LeaveOneOut found = report.findings().leaveOneOut();
        String column = report.config().data().roles().keyColumn();
        if (found == null || column == null) {
            return null;
        }
        String worst = found.rows().surprisingRows().stream()
                .filter(row -> row.key() != null)
                .map(row -> String.format(Locale.ROOT, "%s (elpd %.2f)", row.name(), row.elpd()))
                .collect(Collectors.joining(", "));
        return worst.isEmpty() ? null : "predicted worst, by " + column + ": " + worst;
    }

    /** Line on the posterior predictive check; null where there was none. */
    private static @Nullable String predictiveLine(FitReport report) {
        PredictiveCheck check = report.findings().predictiveCheck();
        if (check == null || check.statistics().isEmpty()) {
            return null;
        }
        List<PredictiveCheck.Statistic> off = check.statistics().stream()
                .filter(PredictiveCheck.Statistic::isUnreproduced)
                .toList();
        List<String> names =
                check.statistics().stream().map(PredictiveCheck.Statistic::name).toList();
        return off.isEmpty()
                ? "posterior predictive check: " + Sentences.listed(names)
                        + (names.size() == 1 ? " matches the data" : " match the data")
                : "posterior predictive check: the model does NOT reproduce the data: "
                        + off.stream()
                                .map(each -> String.format(
                                        Locale.ROOT,
                                        "%s %.3g to %.3g, observed %.3g",
                                        each.name(),
                                        each.lower(),
                                        each.upper(),
                                        each.observed()))
                                .collect(Collectors.joining("; "));
    }

    private static String tailsText(LeaveOneOut found) {
        if (found.rows().doubtfulRowCount() == 0) {
            return Double.isFinite(found.rows().largestTailIndex())
                            && found.rows().largestTailIndex() <= found.threshold()
                    ? String.format(
                            Locale.ROOT,
                            "k-hat of single rows at most %.2f",
                            found.rows().largestTailIndex())
                    : "k-hat of single rows does not apply: importance ratios are nearly equal";
        }
        LeftOutRow first = found.rows().influentialRows().get(0);
        return String.format(
                Locale.ROOT,
                "%d %s with k-hat above %.2f, whose elpd cannot be trusted, the first %s",
                found.rows().doubtfulRowCount(),
                found.rows().doubtfulRowCount() == 1 ? "row" : "rows",
                found.threshold(),
                first.name());
    }

    private static String evidenceText(@Nullable EvidenceBounds bounds, boolean single) {
        if (bounds == null || !Double.isFinite(bounds.smoothedLogEvidence().value())) {
            return "";
        }
        EvidenceEstimate evidence = bounds.smoothedLogEvidence();
        String value = String.format(Locale.ROOT, "%.3f ± %.3f", evidence.value(), evidence.error());
        return single
                ? String.format(
                        Locale.ROOT,
                        "; log evidence %s, at most %.3f",
                        value,
                        bounds.eubo().value())
                : "; log evidence of this mode " + value;
    }

    /** Text on the reason why the posterior is doubtful. */
    static String doubtText(ImportanceCheck check) {
        if (!check.missedModes().isEmpty()) {
            return String.format(
                    Locale.ROOT,
                    "the posterior has another mode, at %s, with about %.0f %% of the mass: means, sds and bounds are those of one mode"
                            + " alone",
                    check.missedModes().get(0).placeText(),
                    100 * check.missedModes().get(0).massShare());
        }
        WeightCorrection corrected = check.weightCorrection();
        String name = corrected == null ? "" : corrected.mostChangedName();
        if (corrected != null && check.isUsable() && !corrected.changes().isMaterial()) {
            return String.format(
                    Locale.ROOT,
                    "%d draws have an effective sample size of %.0f by their importance weights, too small to estimate how far off the"
                            + " posterior is",
                    check.correctingTail().draws(),
                    check.correctingTail().effectiveSize());
        }
        if (corrected != null && check.isUsable()) {
            return String.format(
                    Locale.ROOT,
                    "importance weights move %s by %.2f of its posterior sd: use the corrected numbers, not those of the"
                            + " posterior",
                    name,
                    corrected.changes().mostImportantChange());
        }
        if (corrected != null && check.tail().isLight()) {
            return String.format(
                    Locale.ROOT,
                    "importance weights move %s by %.2f of its posterior sd, and the tail beyond the draws is not known: numbers are not"
                            + " to be trusted",
                    name,
                    corrected.changes().mostImportantChange());
        }
        return String.format(
                Locale.ROOT,
                "k-hat %.2f is above %.2f%s: means, sds and bounds of this posterior are not to be trusted",
                check.tail().tailIndex(),
                check.tail().threshold(),
                name.isEmpty() ? "" : ", and " + name + " seems to be furthest off");
    }

    /**
     * Text of advice on the next fit.
     *
     * @param searched whether several families were tried
     * @param several whether the exact posterior has another mode
     */
    static String advice(Posterior q, boolean searched, boolean several) {
        if (several) {
            return "put parameters that may be exchanged in order, or give them priors that differ; start.mean chooses a mode";
        }
        if (searched) {
            return "no family that was tried approximates this posterior well: more components or layers may, or the model in other"
                    + " parameters, such as non-centred ones";
        }
        if (q.isIndependent()) {
            return "parameters that are fitted as independent are not: posterior.family = gaussian-full follows them";
        }
        return q.gaussian() != null
                ? "no Gaussian approximates this posterior well: posterior.family = auto searches for a family that does; or write the model"
                        + " in other parameters, such as non-centred ones"
                : "try more components or layers, another posterior.family, or write the model in other parameters, such as"
                        + " non-centred ones";
    }
}
