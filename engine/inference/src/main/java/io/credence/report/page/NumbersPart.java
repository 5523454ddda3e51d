package io.credence.report.page;

import io.credence.kind.Section;
import io.credence.report.PosteriorSummary;
import io.credence.result.SavedPosterior;
import io.credence.result.section.PriorSection;
import io.credence.result.section.SummariesSection;
import io.credence.summary.Coefficients;
import io.credence.summary.SummaryParts;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a page on the posterior's numbers.
 *
 * @param coefficients tables of all posterior summaries, of linear combinations and of derived quantities
 * @param forest forest plot of the intervals; null where no number has a sign
 * @param marginals densities of the first coefficients
 * @param correlations table of the most correlated pairs of coefficients; null where there are none
 */
record NumbersPart(
        PageSection coefficients,
        @Nullable Picture forest,
        Marginals marginals,
        @Nullable Correlations correlations) {

    /**
     * Pictures of the posterior densities of coefficients.
     *
     * @param pictures pictures of the first coefficients
     * @param more number of coefficients without a picture
     * @param prior whether the pictures show prior densities
     */
    record Marginals(List<Picture> pictures, int more, boolean prior) {}

    /**
     * Parts on a posterior of coefficients.
     *
     * @param rows its summaries
     */
    static NumbersPart of(SavedPosterior saved, PosteriorSummary summary, List<SummaryRow> rows) {
        PriorSection prior = saved.file().prior();
        MarginalPictures marginals =
                new MarginalPictures(summary, prior == null ? List.of() : prior.priors(saved.names()));
        Coefficients coefficients = summary.coefficients();
        return new NumbersPart(
                PageSection.of(coefficientSection(saved, rows)),
                ForestPicture.of(rows),
                new Marginals(
                        marginals.pictures(saved.seed()),
                        Math.max(0, coefficients.dimension() - MarginalPictures.MOST),
                        marginals.hasPrior()),
                Correlations.of(coefficients));
    }

    private static Section coefficientSection(SavedPosterior saved, List<SummaryRow> rows) {
        SummariesSection summaries = saved.findings().summaries();
        SummariesSection.CorrectedSection corrected = summaries.corrected();
        Section section = Section.of("coefficients", "coefficients")
                .withTable(SummaryParts.table("", rows, 0, saved.reliability().but()))
                .withNote("In bold: the central 90 % interval lies on one side of 0."
                        + (corrected == null ? "" : moveText(corrected.largestMove(), corrected.isNeeded())));
        List<SummaryRow> combinations = summaries.contrastRows();
        List<SummaryRow> quantities = summaries.quantityRows();
        section =
                combinations.isEmpty() ? section : section.withTable(SummaryParts.table("combinations", combinations));
        return quantities.isEmpty() ? section : section.withTable(SummaryParts.table("quantities", quantities));
    }

    private static String moveText(double largest, boolean shown) {
        return shown
                ? String.format(
                        Locale.ROOT,
                        " Importance weights move a mean by up to %.2f posterior sds, or change an sd by that share: use the"
                                + " corrected numbers.",
                        largest)
                : " Importance weights move no mean by more than 0.1 posterior sds beyond their error, and no sd by more than 10 %.";
    }

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
}
