/**
 * Rounds of a bandit: the table that they are read from and their log.
 */
@NullMarked
package io.credence.spark.job.round;

import org.jspecify.annotations.NullMarked;
