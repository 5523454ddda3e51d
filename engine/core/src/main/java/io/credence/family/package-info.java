/**
 * Variational families: immutable posteriors that draw, know their log density and moments, and rebuild themselves
 * from their own parameters. The beliefs about a dispersion that has a factor of its own are here too.
 * No rows, prior or loss may enter, and nothing that states how a posterior is found.
 */
@NullMarked
package io.credence.family;

import org.jspecify.annotations.NullMarked;
