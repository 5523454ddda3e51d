/**
 * Rows packed into immutable blocks of bounded bytes, the draws at which they are evaluated, and the covariance of
 * their coefficients. Dense or sparse, double or single precision: a reader of a block need not know which. No
 * likelihood, prior or posterior may enter, and nothing of files or Spark: blocks are built elsewhere.
 */
@NullMarked
package io.credence.data;

import org.jspecify.annotations.NullMarked;
