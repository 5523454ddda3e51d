/** How badly a linear predictor fits a row. */
@NullMarked
package io.credence.loss;

import org.jspecify.annotations.NullMarked;
