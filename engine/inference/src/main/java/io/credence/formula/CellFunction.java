package io.credence.formula;

import java.io.Serializable;

/** Function that computes a number from the cells of a row. */
@FunctionalInterface
public interface CellFunction extends Serializable {

    /** Computes the number; not finite where the cells do not allow one. */
    double evaluate(double[] cells);
}
