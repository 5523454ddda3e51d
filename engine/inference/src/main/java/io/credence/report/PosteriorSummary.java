package io.credence.report;

import io.credence.family.Posterior;
import io.credence.model.Parameter;
import io.credence.prior.GaussianPrior;
import io.credence.result.SavedPosterior;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.ModelQuantities;
import io.credence.summary.NumberSummary;
import io.credence.summary.SummaryRow;
import io.credence.summary.TransformedParameters;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Access to the numbers of a saved posterior: coefficients with their covariance, summaries, and draws. */
public final class PosteriorSummary {

    private final NumberSummary numbers;
    private final List<SummaryRow> corrections;

    /**
     * Creates the summary without quantities of a user's model.
     *
     * @param table reads the covariance where the file does not contain it
     */
    public PosteriorSummary(SavedPosterior saved, Supplier<double[]> table) {
        this(saved, table, null);
    }

    /**
     * Creates the summary.
     *
     * @param table reads the covariance where the file does not contain it
     * @param quantities quantities of the user's model that was fitted; null where there are none
     */
    public PosteriorSummary(SavedPosterior saved, Supplier<double[]> table, @Nullable ModelQuantities quantities) {
        this.corrections = saved.findings().summaries().neededCorrections();
        Posterior q = saved.posterior(table);
        List<String> names = saved.names();
        Coefficients coefficients = saved.nonCentredMap()
                .map(from -> Coefficients.ofNonCentred(from, names, q, flatPrior(q.dimension()), saved.seed()))
                .orElseGet(() -> Coefficients.of(names, q, flatPrior(names.size())));
        ConstrainedSummary constrained = saved.constrainedSummary();
        this.numbers = new NumberSummary(
                coefficients,
                constrained != null && saved.model().hasJointDispersion()
                        ? dispersionTransform(constrained, names.size() - 1)
                        : null,
                constrained,
                saved.dispersionName(),
                saved.dispersion(),
                quantities,
                saved.seed());
    }

    /** Transform of the last parameter, the logarithm of the dispersion, to the dispersion. */
    private static TransformedParameters dispersionTransform(ConstrainedSummary dispersion, int position) {
        Parameter positive = Parameter.positive(dispersion.names().get(0));
        return new TransformedParameters(List.of(positive), List.of(position));
    }

    private static GaussianPrior flatPrior(int dimension) {
        return new GaussianPrior(new double[dimension], new double[dimension]);
    }

    /** Posterior of the coefficients. Its prior is given as flat, since that of the fit is not saved as such. */
    public Coefficients coefficients() {
        return numbers.coefficients();
    }

    /** Summaries of all numbers, each with its corrected summary where the check recommends one. */
    public List<SummaryRow> summaryRows() {
        return summaryRows(SummaryRow.LEVEL);
    }

    /**
     * Summaries of all numbers with central intervals of a given probability, as in
     * {@link NumberSummary#summaryRows(double)}. Corrected intervals are saved for 0.9 alone, and NaN for other
     * probabilities.
     */
    public List<SummaryRow> summaryRows(double level) {
        List<SummaryRow> rows = numbers.summaryRows(level);
        if (corrections.isEmpty()) {
            return rows;
        }
        double[] unknown = {Double.NaN, Double.NaN};
        List<SummaryRow> better = level == SummaryRow.LEVEL
                ? corrections
                : corrections.stream().map(row -> row.withInterval(unknown)).toList();
        return SummaryRow.withCorrections(rows, better);
    }

    /** Names of the numbers of a draw, as in {@link NumberSummary#drawNames}. */
    public List<String> drawNames() {
        return numbers.drawNames();
    }

    /** Number of quantities of a user's model in a draw. They are its last numbers. */
    public int drawnQuantityCount() {
        ModelQuantities quantities = numbers.modelQuantities();
        return quantities == null ? 0 : quantities.names().size();
    }

    /** Independent draws, as in {@link NumberSummary#sampleDraws}. */
    public double[][] draws(int count, long seed) {
        return numbers.sampleDraws(count, seed);
    }
}
