package io.credence.loss;

import io.credence.data.Draws;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.FormulaLosses;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.LossFormula;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.CoefficientPlaces;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a user's model that sees rows through linear predictors. It takes one matrix product per draw and chunk each
 * way, and the model's own function with automatic derivatives in between.
 *
 * @param model log-likelihood at given predictors
 * @param places places of the coefficients in θ
 * @param rowColumns positions of the columns of the row that the model's function reads
 * @param extraParameters parameters besides the coefficients
 * @param id identifier of the recordings of its formula, which executors keep from step to step
 */
record PredictorModelLoss(
        PredictorModel model, CoefficientPlaces places, int[] rowColumns, Parameters extraParameters, UUID id)
        implements DrawLoss {

    /** Number of predictors K. */
    int predictorCount() {
        return places.predictors();
    }

    /** Position of the first extra parameter in θ. */
    int extraOffset() {
        return places.count();
    }

    @Override
    public int dimension() {
        return extraOffset() + extraParameters.dimension();
    }

    @Override
    public boolean hasGradient() {
        return true;
    }

    @Override
    public boolean hasCurvature() {
        return true;
    }

    @Override
    public double displayedResponse(double label) {
        return model.displayedResponse(label);
    }

    @Override
    public @Nullable ResponseDistributions responseDistributions() {
        return ModelResponses.of(this);
    }

    @Override
    public int maxExpansionOrder() {
        return extraParameters.list().isEmpty() ? 2 : 1;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        ExpansionPoint.requireOrder(anchor, this);
        ModelLossDraws drawn = new ModelLossDraws(extraParameters, draws, extraOffset());
        LossFormula formula = new LossFormula.PredictorFormula(model, predictorCount(), rowColumns);
        LossColumns losses = new LossColumns(model, id, formula, predictorCount(), extraParameters.constrainedCount());
        ChunkPredictors predicted = new ChunkPredictors(kernel, places, drawn.unconstrainedDraws());
        FormulaLosses source = new FormulaLosses(losses, predicted.inputs(), drawn);
        return new ModelLossEvaluator(
                source,
                drawn,
                anchor == null ? null : expansion(kernel, losses, predicted, anchor, drawn),
                predicted,
                () -> new PredictorModelLossCurvature(this, kernel, source, predicted.designs(), drawn));
    }

    private PredictorModelLossExpansion expansion(
            DenseKernel kernel,
            LossColumns losses,
            ChunkPredictors predicted,
            ExpansionPoint anchor,
            ModelLossDraws drawn) {
        ChunkPredictors atAnchor = new ChunkPredictors(kernel, places, anchor.point());
        return new PredictorModelLossExpansion(this, losses, atAnchor, predicted, anchor, drawn);
    }
}
