package io.credence.report.page;

import io.credence.kind.Section;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.result.section.FindingsSection;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Report of a finished fit as one page of HTML, which begins with the verdict. It has no scripts, loads nothing from a
 * network, and is well-formed XML.
 *
 * @param frame verdict, facts and configuration
 * @param numbers parts on the posterior's numbers; null for networks, whose weights have no meaning of their own
 * @param sections sections that the kind of model adds, then that on averages over rows
 * @param trace picture of the bound of the log evidence by iteration; null where it was not recorded
 * @param checks parts on the checks of the posterior
 */
public record ReportPage(
        PageFrame frame,
        @Nullable NumbersPart numbers,
        List<PageSection> sections,
        @Nullable Picture trace,
        ChecksPart checks) {

    /**
     * Texts of the files beside {@code posterior.json}; empty where there is none.
     *
     * @param trace text of {@code trace.jsonl}
     * @param log text of {@code log.txt}
     * @param effects text of {@code effects.csv}
     */
    public record FileTexts(String trace, String log, String effects) {}

    /**
     * Text of the page of a fit, from the files of its result.
     *
     * @param saved contents of {@code posterior.json}
     * @param kindSections sections that its kind of model adds
     * @param table reads the covariance where that file does not contain it
     * @param texts texts of the files beside it
     */
    public static String render(
            SavedPosterior saved, List<Section> kindSections, Supplier<double[]> table, FileTexts texts) {
        return PageTemplate.render("page.html", of(saved, kindSections, table, texts));
    }

    static ReportPage of(SavedPosterior saved, List<Section> kindSections, Supplier<double[]> table, FileTexts texts) {
        List<Section> sections = new ArrayList<>(kindSections);
        Section effects = EffectsSection.of(saved, texts.effects());
        if (effects != null) {
            sections.add(effects);
        }
        PosteriorSummary summary = saved.isOfNetworks() ? null : new PosteriorSummary(saved, table);
        List<SummaryRow> rows = summary == null ? List.of() : summary.summaryRows();
        return new ReportPage(
                new FactBuilder(saved).pageFrame(texts.log()),
                summary == null ? null : NumbersPart.of(saved, summary, rows),
                sections.stream().map(PageSection::of).toList(),
                TracePicture.of(texts.trace()),
                ChecksPart.of(saved, rows, texts.log()));
    }

    /**
     * Parts on the checks of the posterior.
     *
     * @param trust section on the importance weights; null where the draws were not weighted
     * @param sections sections on the families that were tried, and on linear response, as far as there are any
     * @param predictive section on the posterior predictive check; null where there was none
     * @param rows section on leave-one-out prediction; null where it was not computed
     */
    record ChecksPart(
            @Nullable WeightsSection trust,
            List<PageSection> sections,
            @Nullable PredictiveSection predictive,
            @Nullable LeaveOneOutTable rows) {

        static ChecksPart of(SavedPosterior saved, List<SummaryRow> rows, String log) {
            FindingsSection findings = saved.findings();
            Section response =
                    LinearResponseSection.of(rows, findings.summaries().linearResponse());
            Section families = FamiliesSection.of(saved.triedFamilies(), saved.posteriorFamily(), log);
            return new ChecksPart(
                    WeightsSection.of(findings, saved.names()),
                    Stream.of(Optional.ofNullable(families), Optional.ofNullable(response))
                            .flatMap(Optional::stream)
                            .map(PageSection::of)
                            .toList(),
                    PredictiveSection.of(findings.predictiveCheck()),
                    saved.leaveOneOut().map(LeaveOneOutTable::of).orElse(null));
        }
    }
}
