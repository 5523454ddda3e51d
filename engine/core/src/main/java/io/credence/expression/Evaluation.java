package io.credence.expression;

import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.MathArrays;

/**
 * Row and parameters at which an expression is evaluated.
 *
 * @param <T> type of numbers
 */
class Evaluation<T extends CalculusFieldElement<T>> {

    private final double[] columns;
    private final double label;
    private final T[] parameters;
    private final long address;

    /**
     * Evaluation at a row.
     *
     * @param parameters parameters, one at least
     * @param address random address of the row's draw
     */
    Evaluation(double[] columns, double label, T[] parameters, long address) {
        this.columns = columns;
        this.label = label;
        this.parameters = parameters;
        this.address = address;
    }

    /** Value of a quantity. */
    T value(Quantity quantity) {
        return quantity.number(this);
    }

    /** Value of a quantity as a plain number, of data or where numbers are plain. */
    double plainValue(Quantity quantity) {
        return value(quantity).getReal();
    }

    T[] values(List<Quantity> quantities) {
        T[] found = MathArrays.buildArray(parameters[0].getField(), quantities.size());
        for (int k = 0; k < found.length; k++) {
            found[k] = value(quantities.get(k));
        }
        return found;
    }

    T constant(double value) {
        return parameters[0].newInstance(value);
    }

    T parameter(int index) {
        return parameters[index];
    }

    double column(int index) {
        return columns[index];
    }

    double label() {
        return label;
    }

    long address() {
        return address;
    }
}
