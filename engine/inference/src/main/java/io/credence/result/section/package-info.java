/** Sections of result files: records whose components have the names of the fields. */
@NullMarked
package io.credence.result.section;

import org.jspecify.annotations.NullMarked;
