/**
 * Checkpoints of a fit: header, the states that are stored, and how the latest is found.
 */
@NullMarked
package io.credence.spark.job.checkpoint;

import org.jspecify.annotations.NullMarked;
