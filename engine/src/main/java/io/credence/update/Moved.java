package io.credence.update;

import io.credence.family.GaussianPosterior;

/**
 * A step that was taken.
 *
 * @param posterior where it ended
 * @param memory what the next step needs
 * @param stepSize β that was taken, at most the one asked for
 */
public record Moved<Q extends GaussianPosterior>(Q posterior, Memory memory, double stepSize) {}
