/** What the user asked for. */
@NullMarked
package io.credence.config;

import org.jspecify.annotations.NullMarked;
