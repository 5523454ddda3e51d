/**
 * Quadrature nodes and weights for expectations over normal variables, of one and of several predictors, and the rules
 * that choose among them. No likelihood may enter.
 */
@NullMarked
package io.credence.quadrature;

import org.jspecify.annotations.NullMarked;
