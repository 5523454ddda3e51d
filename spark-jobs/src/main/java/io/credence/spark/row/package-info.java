/** What a task makes of one row by a plan: numbers, the columns beside them, a fault, a hash. */
@NullMarked
package io.credence.spark.row;

import org.jspecify.annotations.NullMarked;
