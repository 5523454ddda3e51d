/** The command line: jobs that read a configuration, run on Spark and write results. */
@NullMarked
package io.credence.spark.job;

import org.jspecify.annotations.NullMarked;
