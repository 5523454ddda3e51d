package io.credence.report;

import io.credence.family.Posterior;
import io.credence.model.Model;
import io.credence.model.Parameter;
import io.credence.part.Names;
import io.credence.prior.GaussianPrior;
import io.credence.result.SavedPosterior;
import io.credence.summary.Coefficients;
import io.credence.summary.ConstrainedSummary;
import io.credence.summary.ModelQuantities;
import io.credence.summary.NumberSummary;
import io.credence.summary.SummaryDraws;
import io.credence.summary.SummaryRow;
import io.credence.summary.TransformedParameters;
import io.credence.summary.VariancePoints;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Access to the numbers of a saved posterior: coefficients with their covariance, summaries, and draws. */
public final class PosteriorSummary {

    private final NumberSummary numbers;
    private final List<SummaryRow> corrections;
    private final @Nullable VariancePoints variancePoints;
    private final int dispersionPower;

    /**
     * Creates the summary without quantities of a user's model.
     *
     * @param table reads the covariance where the file does not contain it
     */
    public PosteriorSummary(SavedPosterior saved, Supplier<double[]> table) {
        this(saved, table, null, null);
    }

    /**
     * Creates the summary.
     *
     * @param table reads the covariance where the file does not contain it
     * @param quantities quantities of the user's model that was fitted; null where there are none
     * @param model model of the user's class that was fitted; null where there is none, or it is not available
     */
    public PosteriorSummary(
            SavedPosterior saved,
            Supplier<double[]> table,
            @Nullable ModelQuantities quantities,
            @Nullable Model model) {
        this.corrections = saved.findings().summaries().neededCorrections();
        Posterior q = saved.posterior(table);
        List<String> names = saved.names();
        Coefficients coefficients = saved.nonCentredMap()
                .map(from -> Coefficients.ofNonCentred(from, names, q, flatPrior(q.dimension()), saved.seed()))
                .orElseGet(() -> Coefficients.of(names, q, flatPrior(names.size())));
        ConstrainedSummary constrained = saved.constrainedSummary();
        this.variancePoints = saved.findings().effects().variancePoints();
        this.dispersionPower =
                variancePoints != null && saved.model().likelihood().isNormal() ? 2 : 1;
        this.numbers = new NumberSummary(
                coefficients,
                constrained == null ? null : transform(saved, constrained, model),
                constrained,
                saved.dispersionName(),
                saved.dispersion(),
                quantities,
                saved.seed());
    }

    /** Transform of a posterior's numbers to the constrained ones; null where it is that of a class that is not available. */
    private static @Nullable TransformedParameters transform(
            SavedPosterior saved, ConstrainedSummary constrained, @Nullable Model userModel) {
        if (saved.model().hasJointDispersion()) {
            Parameter positive = Parameter.positive(constrained.names().get(0));
            return new TransformedParameters(
                    List.of(positive), List.of(saved.names().size() - 1));
        }
        Model model = userModel != null ? userModel : saved.predictorModel();
        if (model == null) {
            return null;
        }
        List<String> ofFamily = Names.without(saved.names(), constrained.unconstrainedNames());
        boolean isOfFamily = userModel == null && saved.model().parameters().isEmpty();
        List<String> features = isOfFamily ? ofFamily : saved.model().featureNames();
        return TransformedParameters.of(model.parameters(features), 0);
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

    /**
     * Draws of all numbers, constrained and named like their summaries, with the variance components of a mixed model.
     *
     * @throws IllegalArgumentException if they are those of a class that is not available
     */
    public SummaryDraws summaryDraws() {
        return new SummaryDraws(numbers, variancePoints, dispersionPower);
    }

    /** Independent draws, as in {@link NumberSummary#sampleDraws}. */
    public double[][] draws(int count, long seed) {
        return numbers.sampleDraws(count, seed);
    }
}
