package io.credence.network;

import java.io.Serializable;

/**
 * How the losses of rows at draws of a member's weights, and the log densities of those draws, make an objective: by row, over the draws
 * ({@link RowRisks}), or by draw, over the rows ({@link WeighedDraws}).
 */
interface DrawCombination extends Serializable {

    /** Name with hyperparameters. */
    String name();

    /** Whether the divergence of the posterior from the prior is added; else the log ratios of the draws take its part. */
    boolean hasDivergence();

    /** What is to be known of what a minibatch makes of it; empty where nothing is. */
    String caution();

    /**
     * The objective of a row, with its slopes.
     *
     * @param draws what is known of them; their slopes are set
     * @param weight one per row
     * @param share of a row in what does not depend on rows
     */
    double combine(DrawnRows draws, double[] weight, double share);
}
