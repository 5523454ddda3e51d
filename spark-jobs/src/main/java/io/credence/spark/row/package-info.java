/** Decoding of one row in a task by a plan: its numbers, the columns beside them, a fault, a hash. */
@NullMarked
package io.credence.spark.row;

import org.jspecify.annotations.NullMarked;
