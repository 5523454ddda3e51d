/**
 * Variational autoencoders, and the sampling that bounds their likelihood.
 */
@NullMarked
package io.credence.network.autoencoder;

import org.jspecify.annotations.NullMarked;
