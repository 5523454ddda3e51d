package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Literal;
import io.credence.formula.Expression.NumberLiteral;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a function call in a formula.
 *
 * @param parameterNames names of the function's parameters, in the order of positional arguments
 */
record Arguments(Call call, List<String> parameterNames) {

    /** Returns the expression if it is a call of one of the given functions, else null. */
    static @Nullable Call asCall(Expression variable, Set<String> functions) {
        return variable instanceof Call call && !call.isOperator() && functions.contains(call.function()) ? call : null;
    }

    /** Refuses arguments that the function does not have. */
    void requireKnown() {
        boolean are = call.arguments().size() <= parameterNames.size()
                && call.arguments().stream()
                        .allMatch(given -> given.name() == null || parameterNames.contains(given.name()));
        if (!are) {
            throw refusal("no arguments but " + String.join(", ", parameterNames));
        }
    }

    /** Argument with a name, or at that parameter's position if no argument before it is named. */
    @Nullable
    Expression argument(String name) {
        int unnamed = 0;
        for (Argument argument : call.arguments()) {
            if (name.equals(argument.name())) {
                return argument.value();
            } else if (argument.name() == null && unnamed++ == parameterNames.indexOf(name)) {
                return argument.value();
            }
        }
        return null;
    }

    boolean isTrue(String name) {
        return argument(name) instanceof Literal word && word.word().startsWith("T");
    }

    int wholeNumber(String name, int absent) {
        Expression value = argument(name);
        if (value == null) {
            return absent;
        }
        boolean whole = value instanceof NumberLiteral number
                && number.value() == Math.rint(number.value())
                && number.value() >= 1
                && number.value() <= 100;
        if (!whole) {
            throw refusal("a whole number from 1 to 100");
        }
        return (int) ((NumberLiteral) value).value();
    }

    /** Reads a number, or the numbers of a call {@code c(…)}. */
    List<Double> numbers(Expression value) {
        List<Argument> all = value instanceof Call list && list.function().equals("c")
                ? list.arguments()
                : List.of(new Argument(null, value));
        return all.stream()
                .map(argument -> Arithmetic.compile(argument.value(), column -> {
                            throw refusal("numbers in place of columns");
                        })
                        .evaluate(new double[0]))
                .toList();
    }

    FormulaException refusal(String required) {
        return new FormulaException("has functions that cannot be read", required, call.text());
    }
}
