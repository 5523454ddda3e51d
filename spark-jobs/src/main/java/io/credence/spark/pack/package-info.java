/** Rows as blocks: packed in order, or dealt to partitions first. */
@NullMarked
package io.credence.spark.pack;

import org.jspecify.annotations.NullMarked;
