/**
 * Example models, written as users would write theirs. They can be named in a configuration, or copied. Each is one
 * class that stands alone and is complete. Nothing of the engine but the package model may enter, and Hipparchus: what
 * users cannot use is not used here.
 */
@NullMarked
package io.credence.example;

import org.jspecify.annotations.NullMarked;
