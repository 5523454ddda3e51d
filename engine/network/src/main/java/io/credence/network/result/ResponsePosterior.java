package io.credence.network.result;

import io.credence.linalg.DenseKernel;

/** Trained posterior from which labels of new rows are predicted: an ensemble of networks, or a deep Gaussian process. */
public interface ResponsePosterior extends TrainedPosterior {

    /** Draws for predicting rows, in the units of the training. They are the same for equal fits. */
    PredictionDraws standardisedDraws(DenseKernel kernel);

    /** Draws for predicting rows, in the units of the columns and of the label as they were given. */
    default PredictionDraws predictionDraws(DenseKernel kernel) {
        return new GivenUnitDraws(standardisedDraws(kernel), units());
    }
}
