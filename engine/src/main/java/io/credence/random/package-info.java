/** Random numbers addressed by what they are for, never by the order of use. */
@NullMarked
package io.credence.random;

import org.jspecify.annotations.NullMarked;
