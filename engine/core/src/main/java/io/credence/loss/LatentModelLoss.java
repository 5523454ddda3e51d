package io.credence.loss;

import io.credence.data.Draws;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.LatentLosses;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.LatentModel;
import io.credence.model.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Loss of rows with latent numbers: minus a bound on log p(y_i | x_i, θ_s) from draws of each row's encoder. Their
 * random numbers are addressed by draw, partition and row, so that forward and pullback see the same ones.
 *
 * @param model joint density and encoder
 * @param parameters parameters of both
 * @param columns features per row
 * @param bound kind of bound and its number of draws
 */
record LatentModelLoss(LatentModel model, Parameters parameters, int columns, LatentBound bound) implements DrawLoss {

    LatentModelLoss {
        if (model.latents() < 1) {
            throw new IllegalArgumentException("model " + model.getClass().getName()
                    + " must have at least 1 latent number per row but has " + model.latents());
        }
    }

    @Override
    public int dimension() {
        return parameters.dimension();
    }

    @Override
    public boolean hasGradient() {
        return true;
    }

    @Override
    public boolean isRandom() {
        return true;
    }

    /** Order 0, since an expansion of all rows would need the same latent draws at every step. */
    @Override
    public int maxExpansionOrder() {
        return 0;
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        ExpansionPoint.requireOrder(anchor, this);
        ModelLossDraws drawn = new ModelLossDraws(parameters, draws, 0);
        LatentLosses losses = new LatentLosses(model, columns, bound.toRowReduction(), bound.draws(), drawn, draws);
        return new ModelLossEvaluator(losses, drawn, null);
    }
}
