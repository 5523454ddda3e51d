/**
 * Catalogue of the likelihoods by name, with the options that each may be given.
 */
@NullMarked
package io.credence.likelihood.choice;

import org.jspecify.annotations.NullMarked;
