/** Models written as a user would write them, to be named in a configuration or copied. */
@NullMarked
package io.credence.example;

import org.jspecify.annotations.NullMarked;
