package io.credence.expression;

import io.credence.expression.ExpressionFunction.Body;
import io.credence.expression.ExpressionFunction.DrawBody;
import java.util.List;
import org.hipparchus.CalculusFieldElement;

/** Part of an expression that is a number. */
interface Quantity extends Term {

    /** Computes the number. */
    <T extends CalculusFieldElement<T>> T number(Evaluation<T> at);

    /** Number that the text states. */
    record Literal(String text, double value) implements Quantity {
        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            return at.constant(value);
        }
    }

    /** Column of the row, or its response where the index is −1. */
    record Column(String text, int index) implements Quantity {

        /** Index of the response. */
        static final int RESPONSE = -1;

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            return at.constant(index == RESPONSE ? at.label() : at.column(index));
        }
    }

    /** Parameter by its index. */
    record ParameterName(String text, int index) implements Quantity {
        @Override
        public boolean isOfData() {
            return false;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            return at.parameter(index);
        }
    }

    /** Sum in which each part after the first is added or subtracted. */
    record Sum(String text, List<Quantity> parts, List<Boolean> subtracted) implements Quantity {
        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            T sum = at.value(parts.get(0));
            for (int k = 1; k < parts.size(); k++) {
                T next = at.value(parts.get(k));
                sum = subtracted.get(k) ? sum.subtract(next) : sum.add(next);
            }
            return sum;
        }
    }

    /** Product in which each part after the first multiplies or divides. */
    record Product(String text, List<Quantity> parts, List<Boolean> divides) implements Quantity {
        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            T product = at.value(parts.get(0));
            for (int k = 1; k < parts.size(); k++) {
                T next = at.value(parts.get(k));
                product = divides.get(k) ? product.divide(next) : product.multiply(next);
            }
            return product;
        }
    }

    /** Power; an exponent of data leaves derivatives for bases that are not positive. */
    record Power(String text, Quantity base, Quantity exponent) implements Quantity {
        @Override
        public List<Quantity> parts() {
            return List.of(base, exponent);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            T number = at.value(base);
            return exponent.isOfData() ? number.pow(at.plainValue(exponent)) : number.pow(at.value(exponent));
        }
    }

    /** Number with the opposite sign. */
    record Negative(String text, Quantity part) implements Quantity {
        @Override
        public List<Quantity> parts() {
            return List.of(part);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            return at.value(part).negate();
        }
    }

    /** One of two quantities, of which the other is not computed. */
    record Choice(String text, Condition condition, Quantity first, Quantity second) implements Quantity {
        @Override
        public List<Term> parts() {
            return List.of(condition, first, second);
        }

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            return at.value(condition.holds(at) ? first : second);
        }
    }

    /** Function of some arguments. */
    record Call(String text, Body body, ResponseSupport support, List<Quantity> parts) implements Quantity {
        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            T[] arguments = at.values(parts);
            double outside = parts.get(0).isOfData() ? support.valueOutside(arguments[0].getReal()) : Double.NaN;
            return Double.isNaN(outside) ? body.of(arguments) : at.constant(outside);
        }
    }

    /** Random number of which each place in the text has its own, by the row's address. */
    record RandomCall(String text, DrawBody body, List<Quantity> parts, int place) implements Quantity {
        @Override
        public boolean isOfData() {
            return false;
        }

        @Override
        public <T extends CalculusFieldElement<T>> T number(Evaluation<T> at) {
            double argument = parts.isEmpty() ? Double.NaN : at.plainValue(parts.get(0));
            return at.constant(body.draw(argument, at.address(), place));
        }
    }
}
