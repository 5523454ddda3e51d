/** Dense algebra: a checked front over interchangeable kernels. */
@NullMarked
package io.credence.linalg;

import org.jspecify.annotations.NullMarked;
