package io.credence.predict;

import io.credence.network.result.EpochPosterior;

/**
 * Trained networks or deep Gaussian process in the form that scoring needs.
 *
 * @param level probability that an interval covers
 */
public record NetworkScoring(EpochPosterior posterior, double level) implements PredictiveModel {

    @Override
    public RowPredictive rows() {
        return new NetworkPredictive(posterior, level);
    }
}
