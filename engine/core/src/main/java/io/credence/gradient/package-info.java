/**
 * Estimators of gradient and curvature, with their noise, from sums over rows. They use values, or gradients at draws.
 * No update rule and no stopping rule may enter: an estimate does not depend on what it is used for.
 */
@NullMarked
package io.credence.gradient;

import org.jspecify.annotations.NullMarked;
