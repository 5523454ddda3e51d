/**
 * Which algorithm fits a problem, and the search among families, which calls them in turn.
 */
@NullMarked
package io.credence.fit.choice;

import org.jspecify.annotations.NullMarked;
