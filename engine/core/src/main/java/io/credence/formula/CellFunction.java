package io.credence.formula;

import java.io.Serializable;

/** Function that computes a number from the cells of a row. */
@FunctionalInterface
public interface CellFunction extends Serializable {

    /** Computes the number, which is not finite where it is not defined for the cells. */
    double evaluate(double[] cells);
}
