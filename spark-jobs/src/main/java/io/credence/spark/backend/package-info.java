/** Jobs over rows and blocks: by RDDs, by data frames alone, or within one task. */
@NullMarked
package io.credence.spark.backend;

import org.jspecify.annotations.NullMarked;
