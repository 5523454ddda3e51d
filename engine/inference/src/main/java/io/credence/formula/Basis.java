package io.credence.formula;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Functions of one number that replace it as columns; fixed once they were chosen by the rows of a fit. */
public sealed interface Basis extends Serializable permits PolynomialBasis, NaturalSpline, BSpline {

    /** That of which {@link #described} has these numbers; without knots polynomials, with a degree B-splines. */
    static Basis of(List<Double> knots, OptionalInt degree, List<Double> centres, List<Double> norms) {
        if (knots.isEmpty()) {
            return new PolynomialBasis(centres, norms);
        }
        return degree.isPresent() ? new BSpline(knots, degree.getAsInt()) : new NaturalSpline(knots);
    }

    /** What determines it, by name: lists of numbers, and whole ones. */
    Map<String, Object> described();

    /** Number of functions. */
    int size();

    /** One of the functions as polynomials side by side. */
    List<ColumnFactor.Polynomial> pieces(int function);

    /** One of the functions at {@code x}. */
    default double at(double x, int function) {
        double[] all = new double[size()];
        write(x, all, 0);
        return all[function];
    }

    /** Writes the functions at {@code x} from {@code from} on. */
    void write(double x, double[] into, int from);
}
