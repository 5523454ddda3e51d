package io.credence.report.page;

import io.credence.diagnostic.Reliability;
import io.credence.predict.PredictiveCheck;
import io.credence.result.SavedPosterior;
import io.credence.result.section.VerdictSection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Verdict on a fit, at the top of its page.
 *
 * @param css CSS class of its colour: good, doubtful or bad
 * @param status verdict in a few words
 * @param summary verdict in a sentence
 * @param words sentences on what was found, advice, and notes
 */
record Headline(String css, String status, String summary, VerdictSection words) {

    static Headline of(SavedPosterior saved) {
        VerdictSection words = saved.file().outcome().sentences();
        if (saved.status().equals("diverged")) {
            return new Headline(
                    "bad",
                    "Diverged",
                    "The numbers below are the last good state of a fit that failed. Do not use them.",
                    words);
        }
        if (!saved.status().equals("converged")) {
            return new Headline(
                    "bad",
                    "Not converged",
                    "The fit stopped before its answer was found. The numbers below are provisional.",
                    words);
        }
        Reliability found = saved.reliability();
        return switch (found.status()) {
            case FAILED ->
                found.but().isEmpty()
                        ? new Headline(
                                "doubtful",
                                "Converged, but not reliable",
                                "The fit found the best posterior of its family, and that one is not close enough to the exact one.",
                                words)
                        : new Headline(
                                "doubtful",
                                "Converged, " + found.label(),
                                "Importance sampling against the exact posterior found these numbers off, which are marked below, and all others adequate.",
                                words);
            case SKIPPED ->
                new Headline(
                        "doubtful",
                        "Converged, but not checked",
                        "How close the posterior comes to the exact one is not known.",
                        words.withAdviceIfNone("Not checked: " + found.reason() + "."));
            case PASSED ->
                new Headline(
                        "good",
                        "Converged and reliable",
                        "Importance sampling against the exact posterior found the approximation adequate.",
                        words.withAdviceIfNone(
                                advice(unreproduced(saved.findings().predictive()))));
        };
    }

    /** Names of the statistics that the model does not reproduce, as text. */
    private static String unreproduced(@Nullable PredictiveCheck check) {
        return check == null
                ? ""
                : check.statistics().stream()
                        .filter(PredictiveCheck.Statistic::isUnreproduced)
                        .map(PredictiveCheck.Statistic::name)
                        .collect(Collectors.joining(", "));
    }

    private static String advice(String off) {
        return off.isEmpty()
                ? "No action is needed: the means, sds and intervals below may be used, and new rows scored."
                : "The posterior is right for this model, but the model does not reproduce these data in " + off
                        + ". Check its likelihood and columns before you use it.";
    }
}
