package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import io.credence.formula.Expression.NumberLiteral;
import io.credence.part.Spelling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Compiles an arithmetic expression into a function of the cells of a row. */
final class Arithmetic {

    /** Function of one number. */
    private interface Function extends Serializable {
        double evaluate(double x);
    }

    /** Function of two numbers. */
    private interface Operator extends Serializable {
        double evaluate(double x, double y);
    }

    private static final Map<String, Operator> OPERATORS = Map.of(
            "+", (x, y) -> x + y,
            "-", (x, y) -> x - y,
            "*", (x, y) -> x * y,
            "/", (x, y) -> x / y,
            "^", Math::pow);

    private static final Map<String, Function> FUNCTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("I", x -> x),
            Map.entry("as.numeric", x -> x),
            Map.entry("log", Math::log),
            Map.entry("log2", x -> Math.log(x) / Math.log(2)),
            Map.entry("log10", Math::log10),
            Map.entry("log1p", Math::log1p),
            Map.entry("exp", Math::exp),
            Map.entry("expm1", Math::expm1),
            Map.entry("sqrt", Math::sqrt),
            Map.entry("abs", Math::abs),
            Map.entry("sin", Math::sin),
            Map.entry("cos", Math::cos),
            Map.entry("tan", Math::tan),
            Map.entry("floor", Math::floor),
            Map.entry("ceiling", Math::ceil)));

    private final ToIntFunction<String> positions;

    private Arithmetic(ToIntFunction<String> positions) {
        this.positions = positions;
    }

    /**
     * Compiles an expression.
     *
     * @param positions index of a column's cell in a row
     * @throws FormulaException if it is not an arithmetic expression
     */
    static CellFunction compile(Expression expression, ToIntFunction<String> positions) {
        return new Arithmetic(positions).compile(expression);
    }

    private CellFunction compile(Expression expression) {
        if (expression instanceof NumberLiteral number) {
            double value = number.value();
            return cells -> value;
        } else if (expression instanceof Name name) {
            int position = positions.applyAsInt(name.name());
            return cells -> cells[position];
        } else if (expression instanceof Call call && call.isOperator()) {
            return compileOperator(call);
        } else if (expression instanceof Call call) {
            return compileFunction(call);
        }
        throw new FormulaException("has text where a number must be", "columns and numbers", expression.text());
    }

    private CellFunction compileOperator(Call call) {
        if (call.arguments().size() == 1) {
            CellFunction first = compile(call.argumentValue(0));
            return call.function().equals("-") ? cells -> -first.evaluate(cells) : first;
        }
        Operator operator = OPERATORS.get(call.function());
        if (operator == null) {
            throw new FormulaException("has no number for " + call.function(), "+ - * / ^", call.text());
        }
        CellFunction[] operands = call.operands().stream().map(this::compile).toArray(CellFunction[]::new);
        return cells -> {
            double value = operands[0].evaluate(cells);
            for (int k = 1; k < operands.length; k++) {
                value = operator.evaluate(value, operands[k].evaluate(cells));
            }
            return value;
        };
    }

    private CellFunction compileFunction(Call call) {
        Function function = FUNCTIONS.get(call.function());
        if (function == null) {
            List<String> known = new ArrayList<>(FUNCTIONS.keySet());
            known.addAll(List.of("factor", "C"));
            known.addAll(BasisCall.functions());
            known.addAll(List.of(SurfaceCall.FUNCTION, "cut", "offset"));
            throw new FormulaException(
                    "has a function that is not known",
                    "one of " + String.join(", ", known),
                    call.text() + Spelling.didYouMean(call.function(), known));
        }
        List<Expression.Argument> arguments = call.arguments();
        if (call.function().equals("log") && arguments.size() == 2) {
            CellFunction of = compile(call.argumentValue(0));
            CellFunction base = compile(call.argumentValue(1));
            return cells -> Math.log(of.evaluate(cells)) / Math.log(base.evaluate(cells));
        }
        if (arguments.size() != 1) {
            throw new FormulaException("has a function with too many or too few arguments", "one", call.text());
        }
        CellFunction argument = compile(call.argumentValue(0));
        return cells -> function.evaluate(argument.evaluate(cells));
    }
}
