package io.credence.predict;

import io.credence.network.EpochPosterior;

/**
 * What epochs trained, as scoring needs it.
 *
 * @param level probability that an interval covers
 */
public record NetworkScoring(EpochPosterior posterior, double level) implements PredictiveModel {

    @Override
    public RowPredictive rows() {
        return new NetworkPredictive(posterior, level);
    }
}
