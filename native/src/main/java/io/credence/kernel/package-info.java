/** The kernel in C over BLAS and LAPACK, found by the engine through its service file; optional. */
@NullMarked
package io.credence.kernel;

import org.jspecify.annotations.NullMarked;
