package io.credence.update;

import io.credence.family.GaussianPosterior;

/**
 * Posterior whose precision has moved and whose mean has not.
 *
 * @param posterior moved posterior
 * @param stepSize step size β left for the mean
 * @param smallest smallest β of any block
 */
record PrecisionStep<Q extends GaussianPosterior>(Q posterior, double stepSize, double smallest) {}
