/** Decoding of one row in a task by a plan: its features, response, weight and offset, a fault, a hash. */
@NullMarked
package io.credence.spark.row;

import org.jspecify.annotations.NullMarked;
