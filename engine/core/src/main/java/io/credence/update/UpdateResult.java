package io.credence.update;

import io.credence.family.Posterior;

/**
 * Result of a step.
 *
 * @param posterior posterior after the step
 * @param optimizerState memory that the next step needs
 * @param stepSize step size β that was taken, at most the one requested
 */
public record UpdateResult<Q extends Posterior>(Q posterior, OptimizerState optimizerState, double stepSize) {}
