/**
 * Passwords in addresses and settings, which no message and no result may repeat.
 */
@NullMarked
package io.credence.config.secret;

import org.jspecify.annotations.NullMarked;
