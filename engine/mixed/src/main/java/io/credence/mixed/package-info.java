/**
 * Mixed models, in which coefficients vary from level to level of a grouping factor, normally distributed around common
 * ones. Their standard deviations and correlations are learned and integrated over. No Spark may enter, nor how a model
 * is written down or its result reported.
 */
@NullMarked
package io.credence.mixed;

import org.jspecify.annotations.NullMarked;
