/** Rows from Spark tables into blocks, and passes over them as Spark jobs. */
@NullMarked
package io.credence.spark;

import org.jspecify.annotations.NullMarked;
