/**
 * Training by epochs of minibatches on executors: steps, sums, held-out scores, and the state of a fit.
 */
@NullMarked
package io.credence.network.train;

import org.jspecify.annotations.NullMarked;
