package io.credence.formula;

import java.io.Serializable;

/** A number that is computed from the cells of a row. */
@FunctionalInterface
public interface RowNumber extends Serializable {

    /** The number; not finite where the cells do not allow one. */
    double of(double[] cells);
}
