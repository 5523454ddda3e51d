/** Results as files. */
@NullMarked
package io.credence.report;

import org.jspecify.annotations.NullMarked;
