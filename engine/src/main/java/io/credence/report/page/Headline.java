package io.credence.report.page;

import io.credence.predict.PredictiveCheck;
import io.credence.report.SavedFindings;
import io.credence.report.SavedPosterior;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a fit.
 *
 * @param css class of its colour: good, doubtful or bad
 * @param status in a few words
 * @param summary in a sentence
 * @param says what was found, one sentence each
 * @param next what to do, one sentence each
 * @param notes what else a reader should know, one sentence each
 */
record Headline(String css, String status, String summary, List<String> says, List<String> next, List<String> notes) {

    static Headline of(SavedPosterior saved, SavedFindings findings) {
        SavedFindings.Words words = findings.verdict();
        boolean checked = findings.weights().isKnown();
        if (saved.status().equals("diverged")) {
            return new Headline(
                    "bad",
                    "Diverged",
                    "The numbers below are the last good state of a fit that failed. Do not use them.",
                    words.says(),
                    words.next(),
                    words.notes());
        }
        if (!saved.status().equals("converged")) {
            return new Headline(
                    "bad",
                    "Not converged",
                    "The fit stopped before its answer was found. The numbers below are provisional.",
                    words.says(),
                    words.next(),
                    words.notes());
        }
        if (!saved.isReliable()) {
            return new Headline(
                    "doubtful",
                    "Converged, but not reliable",
                    "The fit found the best posterior of its family, and that one is not close enough to the exact one.",
                    words.says(),
                    words.next(),
                    words.notes());
        }
        return new Headline(
                "good",
                checked ? "Converged and reliable" : "Converged; closeness not checked",
                checked
                        ? "The posterior's own draws, weighed by the exact posterior, agree with it."
                        : "How close the posterior comes to the exact one was not looked at.",
                words.says(),
                words.next().isEmpty() ? next(checked, off(findings.predictive())) : words.next(),
                words.notes());
    }

    /** Names of the statistics that responses drawn from the model do not have. */
    private static String off(@Nullable PredictiveCheck check) {
        return check == null
                ? ""
                : check.statistics().stream()
                        .filter(PredictiveCheck.Statistic::isOff)
                        .map(PredictiveCheck.Statistic::name)
                        .collect(Collectors.joining(", "));
    }

    private static List<String> next(boolean checked, String off) {
        if (!off.isEmpty()) {
            return List.of(
                    "The posterior is right for this model, but the model is not for these data: responses drawn from it are not"
                            + " like those observed in " + off
                            + ". Look at its likelihood and columns before you use it.");
        }
        return List.of(
                checked
                        ? "Nothing has to be mended: the means, sds and intervals below may be used, and new rows scored."
                        : "Fit with check.khat = true, where the objective has a likelihood, to learn whether the numbers"
                                + " may be used.");
    }
}
