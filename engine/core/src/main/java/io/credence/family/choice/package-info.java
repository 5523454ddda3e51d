/**
 * Catalogue of the families by name, how each is written to a result and read back, and the family that is chosen
 * by the rows.
 */
@NullMarked
package io.credence.family.choice;

import org.jspecify.annotations.NullMarked;
