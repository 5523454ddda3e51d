package io.credence.formula;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Basis functions of one number that replace it as columns; fixed once they were chosen from the rows of a fit. */
public sealed interface Basis extends Serializable permits PolynomialBasis, NaturalSplineBasis, BSplineBasis {

    /**
     * Restores a basis from the numbers that {@link #parameters} gives: polynomials without knots, B-splines with a
     * degree, else a natural spline.
     */
    static Basis restore(List<Double> knots, OptionalInt degree, List<Double> centres, List<Double> norms) {
        if (knots.isEmpty()) {
            return new PolynomialBasis(centres, norms);
        }
        return degree.isPresent() ? new BSplineBasis(knots, degree.getAsInt()) : new NaturalSplineBasis(knots);
    }

    /** Parameters of the basis by name: lists of numbers, and whole numbers. */
    Map<String, Object> parameters();

    /** Number of functions. */
    int size();

    /** Polynomial pieces of one of the functions, side by side. */
    List<ColumnFactor.Polynomial> polynomialPieces(int function);

    /** Value of one of the functions at {@code x}. */
    default double valueAt(double x, int function) {
        double[] all = new double[size()];
        writeValues(x, all, 0);
        return all[function];
    }

    /** Writes the values of all functions at {@code x}, from index {@code from} on. */
    void writeValues(double x, double[] into, int from);
}
