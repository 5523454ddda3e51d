/**
 * Parts of a mixed model: grouping factors, effects, priors of standard deviations, and the coordinates in which
 * its variance components are searched.
 */
@NullMarked
package io.credence.mixed.model;

import org.jspecify.annotations.NullMarked;
