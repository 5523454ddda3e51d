package io.credence.expression;

import io.credence.expression.ExpressionNames.Role;
import io.credence.model.Binary64Arrays;
import io.credence.token.Token;
import io.credence.token.Token.TokenKind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.Binary64;
import org.jspecify.annotations.Nullable;

/**
 * Expression of the columns of a row, its response and parameters, such as a log density. It is a text that is checked
 * once and evaluated for numbers of any type. Immutable, for any thread.
 */
public final class ParsedExpression implements Serializable {

    private static final long serialVersionUID = 1;

    private final String text;
    private final ExpressionNames names;
    private final transient Quantity whole;

    private ParsedExpression(String text, ExpressionNames names) {
        this.text = text;
        this.names = names;
        this.whole = new ExpressionParser(text, names).parse();
    }

    /**
     * Parses a text.
     *
     * @throws ExpressionException if it cannot be read, or uses what is not known
     */
    public static ParsedExpression of(String text, ExpressionNames names) {
        return new ParsedExpression(text, names);
    }

    /**
     * Names in a text that are not those of functions: columns, parameters and y, in the order of the text.
     *
     * @throws ExpressionException if it cannot be read
     */
    public static Set<String> namesIn(String text) {
        List<Token> tokens = ExpressionParser.tokens(text);
        Set<String> found = new LinkedHashSet<>();
        for (int k = 0; k < tokens.size(); k++) {
            TokenKind kind = tokens.get(k).kind();
            boolean isFunction = kind == TokenKind.NAME && tokens.get(k + 1).isOperator("(");
            if (kind == TokenKind.QUOTED_NAME || kind == TokenKind.NAME && !isFunction) {
                found.add(tokens.get(k).text());
            }
        }
        return found;
    }

    /** Whether a text can be a name between functions and operators without backticks. */
    public static boolean isPlainName(String text) {
        return ExpressionParser.isPlainName(text);
    }

    /** Functions that expressions may call, apart from {@code if(condition, a, b)}. */
    public static List<ExpressionFunction> functions() {
        return ExpressionFunctions.ALL;
    }

    /** Text of the expression. */
    public String text() {
        return text;
    }

    /** Whether the expression depends on a parameter. */
    public boolean dependsOnParameters() {
        return !whole.isOfData();
    }

    /**
     * Evaluates the expression.
     *
     * @param columns columns of the row
     * @param label response of the row; not read where it is to be predicted
     * @param parameters parameters, one at least
     */
    public <T extends CalculusFieldElement<T>> T evaluate(double[] columns, double label, T[] parameters) {
        return new Evaluation<>(columns, label, parameters, 0).value(whole);
    }

    /** Evaluates the expression for plain numbers. */
    public double evaluate(double[] columns, double label, double[] parameters) {
        return evaluate(columns, label, Binary64Arrays.toBinary64(parameters)).getReal();
    }

    /**
     * Draws a response. The same address gives the same response.
     *
     * @param address random address of the row and the draw
     */
    public double draw(double[] columns, double[] parameters, long address) {
        return new Evaluation<>(columns, Double.NaN, Binary64Arrays.toBinary64(parameters), address)
                .value(whole)
                .getReal();
    }

    /**
     * Part of an expression that is not a finite number.
     *
     * @param text text of the part
     * @param value value of the part
     * @param names value of each name in it
     */
    public record NonFinitePart(String text, double value, Map<String, Double> names) {

        /** Description of the part with the value of every name in it. */
        public String description() {
            StringBuilder built = new StringBuilder(text).append(" is ").append(value);
            String joint = " where ";
            for (Map.Entry<String, Double> name : names.entrySet()) {
                built.append(joint).append(name.getKey()).append(" = ").append(name.getValue());
                joint = ", ";
            }
            return built.toString();
        }
    }

    /** The innermost part that is not finite at a row; empty where all are. */
    public Optional<NonFinitePart> findNonFinite(double[] columns, double label, double[] parameters) {
        Tracing tracing = new Tracing(columns, label, Binary64Arrays.toBinary64(parameters));
        tracing.value(whole);
        Quantity found = tracing.found;
        if (found == null) {
            return Optional.empty();
        }
        Map<String, Double> values = new LinkedHashMap<>();
        tracing.collectNames(found, values);
        return Optional.of(new NonFinitePart(found.text(), tracing.valueFound, values));
    }

    /** Evaluation that notes the first quantity that is not finite. */
    private static final class Tracing extends Evaluation<Binary64> {
        private @Nullable Quantity found;
        private double valueFound;

        Tracing(double[] columns, double label, Binary64[] parameters) {
            super(columns, label, parameters, 0);
        }

        @Override
        Binary64 value(Quantity quantity) {
            Binary64 value = super.value(quantity);
            if (found == null && !Double.isFinite(value.getReal())) {
                found = quantity;
                valueFound = value.getReal();
            }
            return value;
        }

        private void collectNames(Term term, Map<String, Double> values) {
            if (term instanceof Quantity.Column || term instanceof Quantity.ParameterName) {
                values.put(term.text(), super.value((Quantity) term).getReal());
            }
            for (Term part : term.parts()) {
                collectNames(part, values);
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }

    private Object writeReplace() {
        return new Written(
                text,
                names.role(),
                new ArrayList<>(names.parameters()),
                new ArrayList<>(names.columns()),
                names.response());
    }

    /** Form in which an expression is serialised: its text. */
    private record Written(String text, Role role, List<String> parameters, List<String> columns, String response)
            implements Serializable {
        private Object readResolve() {
            return of(text, new ExpressionNames(role, parameters, columns, response));
        }
    }
}
