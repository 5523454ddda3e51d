/**
 * Posterior of an ensemble of networks, its draws and its held-out scores.
 */
@NullMarked
package io.credence.network.result;

import org.jspecify.annotations.NullMarked;
