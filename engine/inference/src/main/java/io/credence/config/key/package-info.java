/**
 * One table of the keys of a configuration: their defaults, meanings, and the kinds of fit that do not read them.
 */
@NullMarked
package io.credence.config.key;

import org.jspecify.annotations.NullMarked;
