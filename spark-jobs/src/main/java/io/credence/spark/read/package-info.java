/** Tables from files and data frames, derived columns, and where in a file a fault is. */
@NullMarked
package io.credence.spark.read;

import org.jspecify.annotations.NullMarked;
