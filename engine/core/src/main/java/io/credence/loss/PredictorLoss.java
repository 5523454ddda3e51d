package io.credence.loss;

import io.credence.data.Draws;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a likelihood of linear predictors at draws. The parameters are the coefficients, those of predictor k from
 * k·columns on, and last, where the dispersion is drawn, its logarithm.
 *
 * @param likelihood the likelihood
 * @param columns number of features, intercept included
 * @param dispersion the dispersion, if it is known; null where it is drawn
 */
public record PredictorLoss(Likelihood likelihood, int columns, DispersionPosterior.@Nullable Known dispersion)
        implements DrawLoss {

    @Override
    public int dimension() {
        return coefficients() + (dispersion == null ? 1 : 0);
    }

    /** Number of coefficients, which come first. */
    public int coefficients() {
        return columns * likelihood.predictorCount();
    }

    @Override
    public boolean hasGradient() {
        return true;
    }

    @Override
    public boolean hasCurvature() {
        return likelihood.hasCurvatureAtPoints();
    }

    @Override
    public boolean isLogConcave() {
        return likelihood.isLogConcave();
    }

    @Override
    public PredictorLoss asPredictorLoss() {
        return this;
    }

    @Override
    public double displayedResponse(double label) {
        PairedResponse paired = likelihood.pairedResponse();
        return paired == null ? label : paired.displayedResponse(label);
    }

    @Override
    public @Nullable ResponseDistributions responseDistributions() {
        return likelihood.responseSampler() == null ? null : new PredictorResponses(this);
    }

    @Override
    public int maxExpansionOrder() {
        return 2;
    }

    /**
     * Always true, since a row involves only the coefficients of its nonzero cells, and the dispersion where it is
     * drawn.
     */
    @Override
    public boolean isDecomposed() {
        return true;
    }

    /** The row loss at the dispersion of the given parameters. */
    public RowLoss rowLossAt(double[] theta) {
        return rowLossAt(theta, 1);
    }

    /** The row loss at the fixed dispersion, or at the drawn dispersion of {@code theta} times {@code factor}. */
    RowLoss rowLossAt(double[] theta, double factor) {
        // Beyond these ends a dispersion is no number any more; the loss there is far too large to matter.
        double drawn = dispersion == null
                ? Math.max(Double.MIN_NORMAL, Math.min(1e300, factor * Math.exp(theta[coefficients()])))
                : 0;
        return likelihood.loss(dispersion == null ? new DispersionPosterior.Known(drawn) : dispersion);
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        return new PredictorEvaluator(this, kernel, draws, anchor);
    }
}
