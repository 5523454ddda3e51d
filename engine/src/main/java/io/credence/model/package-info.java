/**
 * What a user writes to bring a model of his own: parameters with their constraints, and the likelihood of a row or
 * series.
 */
@NullMarked
package io.credence.model;

import org.jspecify.annotations.NullMarked;
