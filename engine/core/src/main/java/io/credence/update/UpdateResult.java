package io.credence.update;

import io.credence.family.Posterior;

/**
 * A step that was taken.
 *
 * @param posterior where it ended
 * @param memory what the next step needs
 * @param stepSize β that was taken, at most the one requested
 */
public record UpdateResult<Q extends Posterior>(Q posterior, OptimizerState memory, double stepSize) {}
