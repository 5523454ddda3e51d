/**
 * Student's t posteriors: of independent coordinates and with a full scale matrix.
 */
@NullMarked
package io.credence.family.student;

import org.jspecify.annotations.NullMarked;
