package io.credence.network;

import io.credence.data.DataSummary;
import io.credence.network.NetworkProblem.Noise;

/**
 * Settings of a model that epochs train, before its rows are known.
 *
 * @param <T> posterior that training fits
 */
public interface EpochRequest<T extends EpochPosterior> {

    /** Settings of the training. */
    Training training();

    /** Noise of normal labels. */
    Noise noise();

    /** Whether a step draws hidden layers of the model. */
    boolean hasInnerDraws();

    /** Whether this model can be trained under an objective. */
    boolean allows(NetworkObjective objective);

    /**
     * Creates the fit of given rows.
     *
     * @param family name of the likelihood
     * @param classes number of classes, where labels are classes
     * @param data facts about the rows, a leading column of ones included
     * @param objective objective that members minimise
     * @throws IllegalArgumentException if the model cannot be fitted to them
     */
    Trainable<T> problem(String family, int classes, DataSummary data, NetworkObjective objective, long seed);
}
