/**
 * Variational families: immutable posteriors that can be drawn from, give their log density and moments, and are
 * rebuilt from their parameters. Posteriors of a dispersion that has a factor of its own are here too. No rows, prior
 * or loss may enter, and no algorithm that finds a posterior.
 */
@NullMarked
package io.credence.family;

import org.jspecify.annotations.NullMarked;
