package io.credence.predict;

import io.credence.network.NetworkEnsemble;

/**
 * An ensemble of networks, as scoring needs it.
 *
 * @param level probability that an interval covers
 */
public record NetworkScoring(NetworkEnsemble ensemble, double level) implements PredictiveModel {

    @Override
    public RowPredictive rows() {
        return new NetworkPredictive(ensemble, level);
    }
}
