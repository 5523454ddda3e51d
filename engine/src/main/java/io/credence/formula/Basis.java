package io.credence.formula;

import java.io.Serializable;

/** Functions of one number that stand in its place as columns; fixed once they were chosen by the rows of a fit. */
public sealed interface Basis extends Serializable permits PolynomialBasis, NaturalSpline {

    /** Number of functions. */
    int size();

    /** Writes the functions at {@code x} from {@code from} on. */
    void write(double x, double[] into, int from);
}
