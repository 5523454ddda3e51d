package io.credence.formula;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Basis functions that replace a number by several columns. They are chosen from the rows of a fit, and are the same
 * for new rows.
 */
public sealed interface Basis extends Serializable
        permits PolynomialBasis, NaturalSplineBasis, BSplineBasis, SmoothBasis, CyclicBasis {

    /**
     * Restores a basis from its {@link #parameters}. Without knots it is one of polynomials, with turns a smooth, with a
     * degree one of B-splines, else a natural spline.
     */
    static Basis restore(
            List<Double> knots, OptionalInt degree, List<Double> centres, List<Double> norms, List<Double> turns) {
        if (knots.isEmpty()) {
            return new PolynomialBasis(centres, norms);
        } else if (!turns.isEmpty()) {
            return new SmoothBasis(knots, centres, turns);
        }
        return degree.isPresent() ? new BSplineBasis(knots, degree.getAsInt()) : new NaturalSplineBasis(knots);
    }

    /** Restores a smooth of a number that comes round from its {@link #parameters}. */
    static Basis restoreCyclic(List<Double> knots, List<Double> centres, List<Double> turns) {
        return new CyclicBasis(knots, centres, turns);
    }

    /** List of numbers, as parameters have it. */
    static List<Double> boxed(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** Numbers of a list of them. */
    static double[] unboxed(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Parameters of the basis by name, each a list of numbers or a whole number. */
    Map<String, Object> parameters();

    /** Number of functions. */
    int size();

    /** Polynomial pieces of one of the functions, in ascending order of their ranges. */
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
