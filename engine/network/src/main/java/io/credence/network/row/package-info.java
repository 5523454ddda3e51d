/**
 * Rows of a network: minibatches in the order of an epoch, standardisation and the rows that are held out.
 */
@NullMarked
package io.credence.network.row;

import org.jspecify.annotations.NullMarked;
