/** Roles of the columns of a table, and the features of the design matrix that they become. */
@NullMarked
package io.credence.spark.plan;

import org.jspecify.annotations.NullMarked;
