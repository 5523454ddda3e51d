/**
 * Formulas of the models that users write, recorded where they can be and evaluated number by number where not.
 */
@NullMarked
package io.credence.loss.model;

import org.jspecify.annotations.NullMarked;
