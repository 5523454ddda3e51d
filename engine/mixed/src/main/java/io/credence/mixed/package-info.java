/**
 * Mixed models: coefficients that vary from level to level of a grouping factor, normally distributed around the common ones, with
 * standard deviations and correlations that are learned and integrated over.
 * No Spark may enter, nor how a model is written down or its result reported.
 */
@NullMarked
package io.credence.mixed;

import org.jspecify.annotations.NullMarked;
