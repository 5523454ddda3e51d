/**
 * Divergences of a posterior from the prior, with the gradients that an optimisation step needs. They have closed forms
 * for Gaussians, and are estimated from values at draws for other densities. No rows and no loss may enter: a
 * divergence knows a posterior and a prior.
 */
@NullMarked
package io.credence.divergence;

import org.jspecify.annotations.NullMarked;
