package io.credence.loss;

import io.credence.model.CoefficientPlaces;
import io.credence.model.LatentModel;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.model.RowModel;
import io.credence.model.SeriesModel;
import io.credence.part.Spelling;
import java.util.List;
import java.util.UUID;

/** Factory of the losses −log p of users' own models, at draws of the unconstrained parameters. */
public final class ModelLosses {

    private ModelLosses() {}

    /** The loss of a model. For a {@link LatentModel} it is the bound {@link LatentBound#DEFAULT}. */
    public static DrawLoss of(Model model, List<String> columns) {
        return of(model, columns, LatentBound.DEFAULT);
    }

    /**
     * The loss of a model.
     *
     * <ul>
     *   <li>a {@link RowModel} that is a formula has a gradient and takes anchors of order 1, unless it is decomposed too,
     *       which leaves its values;
     *   <li>a {@link RowModel} of values only has no gradient; it takes anchors of order 1, each row's gradient at the
     *       anchor being taken by central differences with {@link Parameters#differenceStep}, up to 50 unconstrained parameters;
     *   <li>a {@link PredictorModel} has a gradient and takes anchors of order 2, or 1 where it has extra parameters;
     *   <li>a {@link SeriesModel} takes no anchor and has a gradient if it is a formula; each block is one series;
     *   <li>a {@link LatentModel} has a gradient and takes no anchor; its losses are random, minus a lower bound of the row's
     *       log-likelihood in expectation, so that only objectives linear in them make sense of them.
     * </ul>
     *
     * @param columns names of the features, the intercept's included
     * @param bound bound of latent models; the others have none
     */
    public static DrawLoss of(Model model, List<String> columns, LatentBound bound) {
        Parameters parameters = new Parameters(model.parameters(columns));
        if (parameters.dimension() == 0) {
            throw new IllegalArgumentException(
                    "model " + model.getClass().getName() + " must have at least one parameter but has none");
        }
        if (model instanceof PredictorModel predictorModel) {
            Parameters extra = new Parameters(predictorModel.extra());
            CoefficientPlaces places = CoefficientPlaces.of(predictorModel, columns);
            int required = places.count() + extra.dimension();
            if (parameters.dimension() != required) {
                throw new IllegalArgumentException("model " + model.getClass().getName()
                        + " must have a coefficient per"
                        + " predictor and column and its extra parameters, " + required + " numbers, but parameters()"
                        + " gave " + parameters.dimension());
            }
            int[] read = predictorModel.rowColumns().stream()
                    .mapToInt(name -> requirePosition(predictorModel, name, columns))
                    .toArray();
            return new PredictorModelLoss(predictorModel, places, read, extra, UUID.randomUUID());
        }
        if (model instanceof LatentModel latentModel) {
            return new LatentModelLoss(latentModel, parameters, columns.size(), bound);
        }
        if (model instanceof RowModel rowModel) {
            return new RowModelLoss(rowModel, parameters, columns.size(), UUID.randomUUID());
        }
        if (model instanceof SeriesModel seriesModel) {
            return new SeriesModelLoss(seriesModel, parameters, UUID.randomUUID());
        }
        throw new IllegalArgumentException(
                "model " + model.getClass().getName() + " must implement " + ModelClasses.KINDS + " but does not");
    }

    private static int requirePosition(Model model, String name, List<String> columns) {
        int position = columns.indexOf(name);
        if (position < 0) {
            throw new IllegalArgumentException("model " + model.getClass().getName() + " reads the column " + name
                    + " of the row: required one of " + Spelling.suggest(name, columns) + ", found none");
        }
        return position;
    }
}
