/**
 * Rows packed into immutable blocks of bounded bytes, the draws they are evaluated at, and the spread of their predictors.
 * Dense or sparse, double or single precision: a reader of a block need not know which.
 * No likelihood, prior or posterior may enter, and nothing of files or Spark: blocks are built elsewhere.
 */
@NullMarked
package io.credence.data;

import org.jspecify.annotations.NullMarked;
