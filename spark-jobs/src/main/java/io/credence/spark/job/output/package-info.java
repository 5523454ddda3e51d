/** Files and tables that a command writes, and reports of its failures. */
@NullMarked
package io.credence.spark.job.output;

import org.jspecify.annotations.NullMarked;
