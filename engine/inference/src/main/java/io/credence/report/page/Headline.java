package io.credence.report.page;

import io.credence.diagnostic.Reliability;
import io.credence.network.autoencoder.Autoencoder;
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
        CheckWords check = CheckWords.of(saved);
        return switch (found.status()) {
            case FAILED ->
                found.but().isEmpty()
                        ? new Headline(
                                "doubtful",
                                "Converged, but not reliable",
                                check.failed(),
                                words.withAdviceIfNone(check.advice()))
                        : new Headline(
                                "doubtful",
                                "Converged, " + found.label(),
                                "Importance sampling against the exact posterior found these numbers off, which are marked below, and all others adequate.",
                                words);
            case SKIPPED ->
                new Headline(
                        "doubtful",
                        "Converged, but not checked",
                        check.skipped(),
                        words.withAdviceIfNone("Not checked: " + found.reason() + "."));
            case PASSED ->
                new Headline(
                        "good",
                        "Converged and reliable",
                        check.passed(),
                        words.withAdviceIfNone(
                                advice(unreproduced(saved.findings().predictiveCheck()))));
        };
    }

    /**
     * Words on a check, by what was compared with what.
     *
     * @param passed sentence on a check that was passed
     * @param failed sentence on a check that was failed
     * @param skipped sentence on a fit that was not checked
     * @param advice advice after a check that was failed, if there is no other
     */
    private record CheckWords(String passed, String failed, String skipped, String advice) {

        private static final String UNKNOWN = "How close the posterior comes to the exact one is not known.";

        private static final CheckWords OF_DRAWS = new CheckWords(
                "Importance sampling against the exact posterior found the approximation adequate.",
                "The fit found the best posterior of its family, and that one is not close enough to the exact one.",
                UNKNOWN,
                "Another posterior.family may come closer.");

        private static final CheckWords OF_HELD_OUT_ROWS = new CheckWords(
                "Held-out rows agree with what networks trained on the others predict.",
                "Rows that were held out are not what the networks predict of them.",
                "How well new rows are predicted is not known.",
                "Predictions are too sure, or worse than without features: more rows, other columns or another likelihood may"
                        + " help.");

        private static final CheckWords OF_LATENT_NUMBERS = new CheckWords(
                OF_HELD_OUT_ROWS.passed,
                "Rows that were held out are less likely than if their numbers were independent.",
                "Held-out rows show how likely new ones are; the normals of their latent numbers are not checked.",
                "More train.epochs or more rows may help.");

        private static final CheckWords OF_UNCHECKED_LATENT_NUMBERS = new CheckWords(
                OF_LATENT_NUMBERS.passed,
                OF_LATENT_NUMBERS.failed,
                "No rows were held out, so that it is not known how likely new ones are.",
                OF_LATENT_NUMBERS.advice);

        static CheckWords of(SavedPosterior saved) {
            if (saved.isOfNetworks()) {
                boolean checked = saved.findings().rowChecks().heldOut() != null;
                return !saved.posteriorFamily().equals(Autoencoder.FAMILY)
                        ? OF_HELD_OUT_ROWS
                        : checked ? OF_LATENT_NUMBERS : OF_UNCHECKED_LATENT_NUMBERS;
            }
            boolean weighed = !Double.isNaN(saved.findings().weights().effectiveDraws());
            return weighed ? OF_DRAWS : ofReason(saved.reliability().reason());
        }

        private static CheckWords ofReason(String reason) {
            return new CheckWords(
                    "The check of this kind of model found the posterior adequate: " + reason + ".",
                    "The check of this kind of model found the posterior inadequate: " + reason + ".",
                    UNKNOWN,
                    "Not reliable: " + reason + ".");
        }
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
