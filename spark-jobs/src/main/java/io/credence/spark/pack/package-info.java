/** Packing of rows into blocks, in the order in which they are read or after a shuffle. */
@NullMarked
package io.credence.spark.pack;

import org.jspecify.annotations.NullMarked;
