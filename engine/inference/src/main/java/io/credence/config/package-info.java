/**
 * Configuration requested by the user: read over methods and defaults, checked, and kept as immutable records. Unknown
 * keys, misspelt values and choices that do not go together are refused here, with the reason. No rows and no Spark may
 * enter, and no fit is made here: a record states what is required, not how it is computed.
 */
@NullMarked
package io.credence.config;

import org.jspecify.annotations.NullMarked;
