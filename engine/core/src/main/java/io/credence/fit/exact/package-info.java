/** Fits by exact expectations: natural-gradient and quasi-Newton steps over all rows, or in rounds of partitions. */
@NullMarked
package io.credence.fit.exact;

import org.jspecify.annotations.NullMarked;
