package io.credence.network.dense;

import java.io.Serializable;

/**
 * Rule that combines losses of rows and log densities, both at draws of the weights of an ensemble's member, into an
 * objective. It combines by row, over the draws ({@link RowRisks}), or by draw, over the rows
 * ({@link ImportanceObjective}).
 */
interface DrawCombination extends Serializable {

    /** Name with hyperparameters. */
    String name();

    /**
     * Whether the divergence of the posterior from the prior is added; else the log ratios of the draws take its place.
     */
    boolean hasDivergence();

    /** Warning about the objective's bias on minibatches; empty where there is none. */
    String biasWarning();

    /**
     * Objective of a row, with its slopes.
     *
     * @param draws losses and log densities of the draws; their slopes are set
     * @param weight weight of each row
     * @param share share of a row in the terms that do not depend on rows
     */
    double combine(DrawLosses draws, double[] weight, double share);
}
