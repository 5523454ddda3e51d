/**
 * What the user requested: the configuration read over methods and defaults, checked, and as immutable records.
 * Unknown keys, misspelt values and choices that do not go together are refused here, with the reason.
 * No rows and no Spark may enter, and no fit is made here: a record says what is wanted, not how it is done.
 */
@NullMarked
package io.credence.config;

import org.jspecify.annotations.NullMarked;
