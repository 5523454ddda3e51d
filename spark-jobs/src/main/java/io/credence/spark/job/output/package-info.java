/**
 * Files and tables of a command in the folder that the user named, and how it fails.
 */
@NullMarked
package io.credence.spark.job.output;

import org.jspecify.annotations.NullMarked;
