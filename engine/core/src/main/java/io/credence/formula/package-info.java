/**
 * Model formulas in R's notation, and the columns of their design matrices, with R's names. Levels and bases are
 * computed from the rows once, and kept, so that new rows get the same columns. Rows and where they lie may not enter:
 * cells come in as numbers, columns go out as numbers.
 */
@NullMarked
package io.credence.formula;

import org.jspecify.annotations.NullMarked;
