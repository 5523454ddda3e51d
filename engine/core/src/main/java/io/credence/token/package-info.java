/**
 * Tokens of texts in R's notation, which formulas and expressions share. No meaning of a name or operator may enter.
 */
@NullMarked
package io.credence.token;

import org.jspecify.annotations.NullMarked;
