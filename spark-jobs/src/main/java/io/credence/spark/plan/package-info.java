/** What each column of a table is for, and what the design's columns are made of. */
@NullMarked
package io.credence.spark.plan;

import org.jspecify.annotations.NullMarked;
