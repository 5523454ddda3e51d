/**
 * Optimisation of smooth functions on the driver, one evaluation at a time, so that a checkpoint can lie between any
 * two. There are quasi-Newton searches with their memory, and restarts where the first point is too wide.
 */
@NullMarked
package io.credence.optimize;

import org.jspecify.annotations.NullMarked;
