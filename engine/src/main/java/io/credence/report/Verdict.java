package io.credence.report;

import io.credence.diagnostic.Bound;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.family.BlockGaussian;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.Posterior;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether a fit may be believed, in words. */
public final class Verdict {

    private static final List<String> INDEPENDENT =
            List.of(DiagonalGaussian.NAME, BlockGaussian.NAME, "student-t-diagonal");

    private Verdict() {}

    /** One line for people; null where the posterior was not checked. */
    public static @Nullable String of(FitReport report) {
        ImportanceCheck check = report.importance();
        if (check == null) {
            return null;
        }
        String draws = Double.isFinite(check.tailIndex())
                ? String.format(
                        Locale.ROOT,
                        "k-hat %.2f of %d draws, at most %.2f allowed",
                        check.tailIndex(),
                        check.draws(),
                        check.threshold())
                : "the weights of " + check.draws() + " draws are equal";
        String agree = check.tailIndex() <= check.threshold() || !check.isUsable()
                ? ""
                : String.format(Locale.ROOT, "; but the weights differ by no more than %.2g", check.spread());
        return (report.isReliable() ? "reliable: " : "NOT reliable: ") + draws + agree + evidence(check.bounds());
    }

    private static String evidence(@Nullable EvidenceBounds bounds) {
        if (bounds == null || !Double.isFinite(bounds.smoothed().value())) {
            return "";
        }
        Bound evidence = bounds.smoothed();
        return String.format(
                Locale.ROOT,
                "; log evidence %.3f ± %.3f, at most %.3f",
                evidence.value(),
                evidence.error(),
                bounds.eubo().value());
    }

    /** What speaks against the posterior. */
    static String doubt(ImportanceCheck check) {
        Corrected corrected = check.corrected();
        String name = corrected == null ? "" : corrected.name();
        if (corrected != null && check.isUsable() && !corrected.matters()) {
            return String.format(
                    Locale.ROOT,
                    "%d draws are worth no more than %.0f by their importance weights, too few to tell how far off the"
                            + " posterior is",
                    check.draws(),
                    check.effective());
        }
        if (corrected != null && check.isUsable()) {
            return String.format(
                    Locale.ROOT,
                    "importance weights move %s by %.2f of its posterior sd: trust the corrected numbers, not those of the"
                            + " posterior",
                    name,
                    corrected.largest());
        }
        return String.format(
                Locale.ROOT,
                "k-hat %.2f is above %.2f%s: means, sds and bounds of this posterior are not to be trusted",
                check.tailIndex(),
                check.threshold(),
                name.isEmpty() ? "" : ", and " + name + " seems to be furthest off");
    }

    /** What to do next. */
    static String advice(Posterior q) {
        if (INDEPENDENT.contains(q.family())) {
            return "parameters that are fitted as independent are not: posterior.family = gaussian-full follows them";
        }
        return q.family().equals(FullGaussian.NAME)
                ? "no Gaussian follows this posterior well: posterior.family = gaussian-mixture with component = full, planar-flow"
                        + " or student-t-full may, or the model in other parameters, such as non-centred ones"
                : "try more components or layers, another posterior.family, or the model in other parameters, such as"
                        + " non-centred ones";
    }
}
