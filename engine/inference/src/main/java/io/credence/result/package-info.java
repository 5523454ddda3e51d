/**
 * Results for programs: posterior.json with its parts, trace and pointwise rows, and the reading of a saved posterior.
 * No fit is run and no file system may enter: texts are made here, and written where files are known.
 */
@NullMarked
package io.credence.result;

import org.jspecify.annotations.NullMarked;
