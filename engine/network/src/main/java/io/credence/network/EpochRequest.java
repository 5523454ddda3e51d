package io.credence.network;

import io.credence.data.DataSummary;
import io.credence.network.NetworkProblem.Noise;

/**
 * What is requested of a model that epochs train, before its rows are known.
 *
 * @param <T> what comes of it
 */
public interface EpochRequest<T extends EpochPosterior> {

    /** How it is trained. */
    Training training();

    /** What the noise of normal labels is. */
    Noise noise();

    /** Whether a step draws what is inside of the model. */
    boolean hasInnerDraws();

    /** Whether that can be minimised. */
    boolean allows(NetworkObjective objective);

    /**
     * The fit of such rows.
     *
     * @param family name of the likelihood
     * @param classes number of classes, where labels are classes
     * @param data what they are, a leading column of ones included
     * @param objective what members minimise
     * @throws IllegalArgumentException if that cannot be fitted to them
     */
    Trainable<T> problem(String family, int classes, DataSummary data, NetworkObjective objective, long seed);
}
