/**
 * Networks of normal labels whose weights are jointly normal around their mode, and which are linearised there to predict.
 */
@NullMarked
package io.credence.network.linearised;

import org.jspecify.annotations.NullMarked;
