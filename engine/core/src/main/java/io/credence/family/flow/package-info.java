/**
 * Normalising flows: planar and coupling layers over a Gaussian, and the posterior that they make.
 */
@NullMarked
package io.credence.family.flow;

import org.jspecify.annotations.NullMarked;
