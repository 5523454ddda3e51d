/** Can the answer be trusted. */
@NullMarked
package io.credence.diagnostic;

import org.jspecify.annotations.NullMarked;
