/** Rows packed into immutable blocks. */
@NullMarked
package io.credence.data;

import org.jspecify.annotations.NullMarked;
