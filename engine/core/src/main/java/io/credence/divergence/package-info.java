/**
 * Divergences of a posterior from the prior, with the slopes that a step needs: in closed form for Gaussians, from
 * values at draws for the others. No rows and no loss may enter: a divergence knows a posterior and a prior.
 */
@NullMarked
package io.credence.divergence;

import org.jspecify.annotations.NullMarked;
