package io.credence.report.page;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.result.section.FindingsSection;
import io.credence.result.section.GroupSection;
import io.credence.result.section.PriorSection;
import io.credence.result.section.SummariesSection;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryRow;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Report of a finished fit as one page of HTML, which begins with the verdict. It has no scripts, loads nothing from a
 * network, and is well-formed XML.
 *
 * @param frame parts that pages of all fits have
 * @param coefficients table of all posterior summaries
 * @param contrasts table of linear combinations; null where none were requested
 * @param quantities table of quantities that a user's class derives from its parameters; null where there are none
 * @param groups section on effects that vary between levels; null for models without them
 * @param effects section on averages over rows; null where none were computed
 * @param forest forest plot of the intervals; null where no number has a sign
 * @param marginals densities of the first coefficients
 * @param trace picture of the bound of the log evidence by iteration; null where it was not recorded
 * @param correlations table of the most correlated pairs of coefficients; null where there are none
 * @param checks section on the checks of the posterior
 */
public record ReportPage(
        PageFrame frame,
        CoefficientTable coefficients,
        @Nullable CoefficientTable contrasts,
        @Nullable CoefficientTable quantities,
        @Nullable GroupsSection groups,
        @Nullable EffectsSection effects,
        @Nullable Picture forest,
        Marginals marginals,
        @Nullable Picture trace,
        @Nullable Correlations correlations,
        ChecksSection checks) {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\t\\n]]|\\p{Cs}|[\\uFFFE\\uFFFF]");

    /**
     * Pictures of the posterior densities of coefficients.
     *
     * @param pictures pictures of the first coefficients
     * @param more number of coefficients without a picture
     * @param prior whether the pictures show prior densities
     */
    record Marginals(List<Picture> pictures, int more, boolean prior) {}

    /**
     * Text of the page of a fit, from the files of its result.
     *
     * @param saved contents of {@code posterior.json}
     * @param table reads the covariance where that file does not contain it
     * @param trace text of {@code trace.jsonl}; empty where there is none
     * @param log text of {@code log.txt}; empty where there is none
     * @param effects text of {@code effects.csv}; empty where there is none
     * @return the text of the page
     */
    public static String render(
            SavedPosterior saved, Supplier<double[]> table, String trace, String log, String effects) {
        return renderTemplate("page.html", createPage(saved, table, trace, log, effects));
    }

    /** Renders a page by a template. */
    static String renderTemplate(String template, Object page) {
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .zeroIsFalse(true)
                .withEscaper(text -> Escapers.HTML.escape(CONTROL.matcher(text).replaceAll("\uFFFD")))
                .withLoader(ReportPage::template)
                .compile(template(template))
                .execute(page);
    }

    private static @Nullable CoefficientTable derivedTable(List<SummaryRow> rows) {
        return rows.isEmpty() ? null : CoefficientTable.of(rows);
    }

    private static Reader template(String name) {
        return new InputStreamReader(
                Objects.requireNonNull(ReportPage.class.getResourceAsStream(name), name), StandardCharsets.UTF_8);
    }

    private static ReportPage createPage(
            SavedPosterior saved, Supplier<double[]> table, String trace, String log, String effects) {
        FindingsSection findings = saved.findings();
        SummariesSection summaries = findings.summaries();
        PriorSection prior = saved.file().prior();
        PosteriorSummary summary = new PosteriorSummary(saved, table);
        List<SummaryRow> rows = summary.summaryRows();
        MarginalPictures marginals =
                new MarginalPictures(summary, prior == null ? List.of() : prior.priors(saved.names()));
        Coefficients coefficients = summary.coefficients();
        FactBuilder facts = new FactBuilder(saved);
        return new ReportPage(
                facts.pageFrame(Headline.of(saved), facts.figures(), facts.model(), log),
                CoefficientTable.of(
                        rows,
                        summaries.corrected() == null
                                ? Double.NaN
                                : summaries.corrected().largestMove(),
                        saved.reliability().but()),
                derivedTable(summaries.contrastRows()),
                derivedTable(summaries.quantityRows()),
                GroupsSection.of(saved),
                EffectsSection.of(saved, effects),
                ForestPicture.of(rows),
                new Marginals(
                        marginals.pictures(saved.seed()),
                        Math.max(0, coefficients.dimension() - MarginalPictures.MOST),
                        marginals.hasPrior()),
                TracePicture.of(trace),
                Correlations.of(coefficients),
                new ChecksSection(
                        WeightsSection.of(findings, saved.names()),
                        FamiliesSection.of(saved.triedFamilies(), saved.posteriorFamily(), log),
                        LinearResponseSection.of(rows, summaries.linearResponse()),
                        PredictiveSection.of(findings.predictive()),
                        saved.leaveOneOut().map(LeaveOneOutTable::of).orElse(null)));
    }

    /**
     * Sections on the checks of the posterior.
     *
     * @param trust section on the importance weights; null where the draws were not weighted
     * @param families section on the families that were tried; null where one was requested
     * @param response section on linear response; null where it was not computed
     * @param predictive section on the posterior predictive check; null where there was none
     * @param rows section on leave-one-out prediction; null where it was not computed
     */
    record ChecksSection(
            @Nullable WeightsSection trust,
            @Nullable FamiliesSection families,
            @Nullable LinearResponseSection response,
            @Nullable PredictiveSection predictive,
            @Nullable LeaveOneOutTable rows) {}

    /**
     * Table of the most correlated pairs of coefficients.
     *
     * @param pairs pairs in descending order of the absolute value of their correlation
     */
    record Correlations(List<Pair> pairs) {

        private static final int MOST = 10;

        /**
         * Pair of coefficients.
         *
         * @param correlation text of the correlation
         * @param css CSS class of its sign
         * @param width width of its bar, per cent
         */
        record Pair(String one, String other, String correlation, String css, String width) {}

        /** Correlation of two coefficients, by index. */
        private record IndexPair(int i, int j, double correlation) {}

        /** Table of a posterior's pairs; null where it has one coefficient, or its correlations are not available. */
        static @Nullable Correlations of(Coefficients coefficients) {
            if (coefficients.isDiagonal() || coefficients.dimension() < 2) {
                return null;
            }
            PriorityQueue<IndexPair> largest =
                    new PriorityQueue<>(Comparator.comparingDouble(entry -> Math.abs(entry.correlation())));
            double[] sd = coefficients.sd();
            for (int i = 0; i < sd.length; i++) {
                for (int j = 0; j < i; j++) {
                    double correlation = coefficients.covariance(i, j) / (sd[i] * sd[j]);
                    if (largest.size() < MOST
                            || Math.abs(correlation)
                                    > Math.abs(largest.element().correlation())) {
                        largest.add(new IndexPair(j, i, correlation));
                        if (largest.size() > MOST) {
                            largest.remove();
                        }
                    }
                }
            }
            List<IndexPair> ordered = new ArrayList<>(largest);
            ordered.sort(Comparator.comparingDouble(entry -> -Math.abs(entry.correlation())));
            return new Correlations(ordered.stream()
                    .map(entry -> new Pair(
                            coefficients.names().get(entry.i()),
                            coefficients.names().get(entry.j()),
                            String.format(Locale.ROOT, "%.3f", entry.correlation()),
                            entry.correlation() < 0 ? "minus" : "plus",
                            String.format(Locale.ROOT, "%.1f", 100 * Math.min(1, Math.abs(entry.correlation())))))
                    .toList());
        }
    }

    /**
     * Section on effects that vary between levels, and on smooths.
     *
     * @param title title of the section
     * @param components table of standard deviations, correlations and intraclass correlations
     * @param caterpillars pictures of the levels' effects in ascending order, one for each term, then curves of smooths
     */
    record GroupsSection(String title, CoefficientTable components, List<Caterpillar> caterpillars) {
        /**
         * Caterpillar plot of the effects of a factor's levels, or curve of a smooth.
         *
         * @param title title with term and factor
         * @param picture picture of the intervals
         */
        record Caterpillar(String title, Picture picture) {}

        /** Section on the varying effects and smooths of a saved posterior; null for models without them. */
        static @Nullable GroupsSection of(SavedPosterior saved) {
            List<SummaryRow> rows = new ArrayList<>();
            List<SummaryRow> shares = new ArrayList<>();
            List<Caterpillar> caterpillars = new ArrayList<>();
            for (GroupSection group : saved.groups()) {
                rows.addAll(group.sd());
                rows.addAll(group.correlation());
                if (group.intraclass() != null) {
                    shares.add(group.intraclass());
                }
                for (int term = 0; term < group.terms().size(); term++) {
                    caterpillars.add(caterpillar(group, term));
                }
            }
            saved.smooths().forEach(smooth -> rows.addAll(smooth.sd()));
            SmoothPictures.of(saved.smooths())
                    .forEach((title, picture) -> caterpillars.add(new Caterpillar(title, picture)));
            if (rows.isEmpty()) {
                return null;
            }
            SummaryRow residual = saved.residualSd();
            if (residual != null) {
                rows.add(residual);
            }
            rows.addAll(shares);
            String title = saved.smooths().isEmpty()
                    ? "Between levels"
                    : saved.groups().isEmpty() ? "Smooths" : "Between levels, and smooths";
            return new GroupsSection(title, CoefficientTable.of(rows), caterpillars);
        }

        private static Caterpillar caterpillar(GroupSection group, int term) {
            List<SummaryRow> ranked = group.ranked().get(term);
            String some = ranked.size() < group.effects().levels()
                    ? String.format(
                            Locale.ROOT,
                            "%d of %,d levels",
                            ranked.size(),
                            group.effects().levels())
                    : String.format(Locale.ROOT, "%d levels", group.effects().levels());
            double[] shrinkage = group.shrinkage();
            String drawn = shrinkage == null
                    ? ""
                    : String.format(Locale.ROOT, ", drawn to 0 by %.0f %% on average", 100 * shrinkage[term]);
            return new Caterpillar(
                    group.terms().get(term) + " by " + group.factor() + ", " + some + drawn,
                    Objects.requireNonNull(ForestPicture.of(ranked), "effects of levels have a sign"));
        }
    }
}
