package io.credence.formula;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Expression in a formula, as parsed. {@link #text()} writes it the way R does, so that the columns of a design matrix
 * have the names of {@code model.matrix}.
 */
public sealed interface Expression extends Serializable {

    /** Operators that R writes without spaces around them. */
    Set<String> TIGHT = Set.of("^", ":", "/");

    /** Text of the expression as R writes it. */
    String text();

    /** Column's name as an expression. */
    record Name(String name) implements Expression {
        @Override
        public String text() {
            return name.matches("[\\p{L}.][\\p{L}\\p{N}._]*") ? name : "`" + name.replace("`", "``") + "`";
        }
    }

    /** Number as an expression. */
    record NumberLiteral(double value) implements Expression {
        @Override
        public String text() {
            boolean whole = value == Math.rint(value) && Math.abs(value) < 1e5;
            return whole ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** Literal: text in quotation marks, or one of the words TRUE and FALSE. */
    record Literal(String word, boolean isQuoted) implements Expression {
        @Override
        public String text() {
            return isQuoted ? "\"" + word + "\"" : word;
        }
    }

    /** Call of a function or an operator. An operator has two operands, or more from left to right. */
    record Call(String function, List<Argument> arguments, boolean isOperator) implements Expression {

        public Call {
            arguments = List.copyOf(arguments);
        }

        static Call ofOperator(String operator, Expression... operands) {
            return ofOperator(operator, List.of(operands));
        }

        static Call ofOperator(String operator, List<Expression> operands) {
            return new Call(
                    operator,
                    operands.stream().map(value -> new Argument(null, value)).toList(),
                    true);
        }

        /** Whether the call is one of a given operator with a given number of operands. */
        boolean isOperator(String operator, int operands) {
            return isOperator && function.equals(operator) && arguments.size() == operands;
        }

        /** Whether the call is one of a given operator between operands. */
        boolean isInfix(String operator) {
            return isOperator && function.equals(operator) && arguments.size() > 1;
        }

        /** Values of the arguments. */
        List<Expression> operands() {
            return arguments.stream().map(Argument::value).toList();
        }

        /** Value of an argument by its position. */
        Expression argumentValue(int position) {
            return arguments.get(position).value();
        }

        @Override
        public String text() {
            if (!isOperator) {
                return arguments.stream().map(Argument::text).collect(Collectors.joining(", ", function + "(", ")"));
            } else if (function.equals("(")) {
                return "(" + argumentValue(0).text() + ")";
            } else if (arguments.size() == 1) {
                return function + argumentValue(0).text();
            }
            String between = TIGHT.contains(function) ? function : " " + function + " ";
            return operands().stream().map(Expression::text).collect(Collectors.joining(between));
        }
    }

    /** Argument of a call, with its name where one was given. */
    record Argument(@Nullable String name, Expression value) implements Serializable {
        String text() {
            return name == null ? value.text() : name + " = " + value.text();
        }
    }
}
