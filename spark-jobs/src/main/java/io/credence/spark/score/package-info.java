/** Posteriors, effects and draws over the rows of a table. */
@NullMarked
package io.credence.spark.score;

import org.jspecify.annotations.NullMarked;
