package io.credence.loss;

import io.credence.data.Draws;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.SeriesLosses;
import io.credence.model.ModelClasses;
import io.credence.model.Parameters;
import io.credence.model.SeriesModel;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Loss of a series model: every block is one series and counts as one loss.
 *
 * @param model log-likelihood of a series
 * @param parameters parameters of the model
 * @param id identifier of the model's recordings, which executors keep from step to step
 */
record SeriesModelLoss(SeriesModel model, Parameters parameters, UUID id) implements DrawLoss {

    SeriesModelLoss {
        ModelClasses.requireLikelihood(model);
    }

    @Override
    public int dimension() {
        return parameters.dimension();
    }

    @Override
    public boolean hasGradient() {
        return model.hasFormula();
    }

    @Override
    public int maxExpansionOrder() {
        return 0;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        ExpansionPoint.requireOrder(anchor, this);
        ModelLossDraws drawn = new ModelLossDraws(parameters, draws, 0);
        return new ModelLossEvaluator(new SeriesLosses(model, id, drawn), drawn, null);
    }
}
