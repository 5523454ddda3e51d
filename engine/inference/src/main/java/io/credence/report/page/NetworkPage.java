package io.credence.report.page;

import io.credence.diagnostic.Reliability;
import io.credence.network.result.EpochPosterior;
import io.credence.network.result.HoldOutScores;
import io.credence.report.NetworkText;
import io.credence.result.SavedPosterior;
import io.credence.result.section.VerdictSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Report of a finished fit of networks as one page of HTML: calibration on held-out rows, composition of the mixture,
 * and the course of training. Single weights of a network have no meaning and are not shown.
 *
 * @param frame parts that pages of all fits have
 * @param checks rows of a table: statistics of held-out rows, observed and expected
 * @param members rows of a table: kinds of networks and their weights
 * @param trace picture of the objective by epoch; null where it was not recorded
 */
public record NetworkPage(
        PageFrame frame,
        List<Check> checks,
        List<Fact> members,
        @Nullable Picture trace) {

    /** Statistic of held-out rows: its observed and its expected value. */
    record Check(String name, String observed, String expected, String css) {}

    /**
     * Text of the page.
     *
     * @param saved contents of {@code posterior.json}
     * @param trace text of {@code trace.jsonl}; empty where there is none
     * @param log text of {@code log.txt}; empty where there is none
     */
    public static String render(SavedPosterior saved, EpochPosterior trained, String trace, String log) {
        FactBuilder facts = new FactBuilder(saved);
        HoldOutScores found = trained.heldOut();
        List<Fact> members = new ArrayList<>();
        NetworkText.kindWeights(trained).forEach((kind, weight) -> members.add(Fact.of(kind, "%.3f", weight)));
        List<Fact> figures = new ArrayList<>();
        FactBuilder.addCount(figures, "rows", saved.file().data().rows());
        figures.add(Fact.of("networks", "%d", trained.members().size()));
        if (found != null) {
            String of = "log score of a row held out";
            figures.add(
                    Double.isNaN(found.logScoreError())
                            ? Fact.of(of, "%.3f", found.logScore())
                            : Fact.of(of, "%.3f ± %.3f", found.logScore(), found.logScoreError()));
            figures.add(Fact.of("log score without features", "%.3f", found.constantScore()));
        }
        List<Fact> model = new ArrayList<>();
        model.add(new Fact("likelihood", saved.model().family()));
        trained.sizesByKey().forEach((key, value) -> model.add(new Fact(key, value.toString())));
        model.add(new Fact("columns", String.join(", ", saved.names())));
        NetworkPage page = new NetworkPage(
                facts.pageFrame(headline(saved, saved.file().outcome().sentences()), figures, model, log),
                checkRows(found),
                members,
                TracePicture.of(trace));
        return ReportPage.renderTemplate("network.html", page);
    }

    private static List<Check> checkRows(@Nullable HoldOutScores found) {
        List<Check> checks = new ArrayList<>();
        for (HoldOutScores.Calibration number :
                found == null ? List.<HoldOutScores.Calibration>of() : found.calibration()) {
            checks.add(new Check(
                    number.name(),
                    String.format(Locale.ROOT, "%.3f", number.observed()),
                    String.format(Locale.ROOT, "%.3f ± %.3f", number.expected(), number.sd()),
                    number.isTooSure() || number.isUnsure() ? "doubtful" : ""));
        }
        return checks;
    }

    private static Headline headline(SavedPosterior saved, VerdictSection words) {
        if (!saved.status().equals("converged")) {
            return new Headline(
                    "bad",
                    saved.status().equals("diverged") ? "Diverged" : "Not converged",
                    "What is written is the last good epoch of a fit that ended before it had settled.",
                    words);
        }
        Reliability found = saved.reliability();
        return switch (found.status()) {
            case FAILED ->
                new Headline(
                        "doubtful",
                        "Trained, but not reliable",
                        "Rows that were held out are not what the networks predict of them.",
                        words.withAdviceIfNone(
                                "Predictions are too sure, or worse than without features: more rows, other columns or"
                                        + " another likelihood may help."));
            case SKIPPED ->
                new Headline(
                        "doubtful",
                        "Trained, but not checked",
                        "How well new rows are predicted is not known.",
                        words.withAdviceIfNone("Not checked: " + found.reason() + "."));
            case PASSED ->
                new Headline(
                        "good",
                        "Trained, and reliable",
                        "Held-out rows agree with what networks trained on the others predict.",
                        words.withAdviceIfNone("No action is needed: new rows may be scored."));
        };
    }
}
