package io.credence.update;

import io.credence.family.GaussianPosterior;

/**
 * A posterior whose precision has moved and whose mean has not.
 *
 * @param posterior where it is
 * @param stepSize β left for the mean
 * @param smallest β of the block that moved least of its way
 */
record Shaped<Q extends GaussianPosterior>(Q posterior, double stepSize, double smallest) {}
