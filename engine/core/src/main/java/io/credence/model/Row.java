package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/** Row of data as a model sees it. It is valid during the call only, since the next row is shown in the same object. */
public interface Row {

    /** Number of features, the intercept's column of ones included. */
    int columns();

    /** Value of a feature; a cell that a sparse row leaves out is 0. */
    double feature(int column);

    /** Label. */
    double label();

    /** Offset, 0 where none is given. */
    double offset();

    /** Linear predictor {@code Σ_j feature(j) · coefficients[j] + offset}, over all columns. */
    default double predictor(double[] coefficients) {
        double sum = offset();
        for (int j = 0; j < columns(); j++) {
            sum += feature(j) * coefficients[j];
        }
        return sum;
    }

    /**
     * Linear predictor for any number type, over the first {@link #columns} of {@code coefficients}, of which there is
     * one at least.
     */
    default <T extends CalculusFieldElement<T>> T predictor(T[] coefficients) {
        T sum = coefficients[0].newInstance(offset());
        for (int j = 0; j < columns(); j++) {
            sum = sum.add(coefficients[j].multiply(feature(j)));
        }
        return sum;
    }

    /** A row without an offset, for trying a model out. */
    static Row of(double label, double... features) {
        return new GivenRow(label, features);
    }
}
