/**
 * Choice of the algorithm that fits a problem, and the search among families, which runs several algorithms in turn.
 */
@NullMarked
package io.credence.fit.choice;

import org.jspecify.annotations.NullMarked;
