package io.credence.predict;

import io.credence.network.result.ResponsePosterior;

/**
 * Trained networks or deep Gaussian process in the form that scoring needs.
 *
 * @param intervalProbability probability that an interval covers
 */
public record NetworkScoring(ResponsePosterior posterior, double intervalProbability) implements PredictiveModel {

    @Override
    public RowPredictive createRowPredictive() {
        return new NetworkPredictive(posterior, intervalProbability);
    }
}
