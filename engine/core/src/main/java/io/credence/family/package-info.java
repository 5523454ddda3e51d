/**
 * Variational families: immutable posteriors that draw, know their log density and moments, and rebuild themselves from
 * their own parameters. Posteriors of a dispersion that has a factor of its own are here too. No rows, prior or loss
 * may enter, and no algorithm that finds a posterior.
 */
@NullMarked
package io.credence.family;

import org.jspecify.annotations.NullMarked;
