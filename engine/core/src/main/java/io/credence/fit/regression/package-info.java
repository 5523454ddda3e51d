/**
 * Default fit by draws: Newton steps from second derivatives or a regression of gradients on draws, on ever more rows.
 */
@NullMarked
package io.credence.fit.regression;

import org.jspecify.annotations.NullMarked;
