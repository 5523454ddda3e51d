/** Estimators that turn passes over rows into gradient and curvature. */
@NullMarked
package io.credence.gradient;

import org.jspecify.annotations.NullMarked;
