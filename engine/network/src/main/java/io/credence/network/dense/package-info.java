/**
 * Dense layers with normal weights, their outputs and losses, and the objectives of one network.
 */
@NullMarked
package io.credence.network.dense;

import org.jspecify.annotations.NullMarked;
