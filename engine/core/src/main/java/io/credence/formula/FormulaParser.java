package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Literal;
import io.credence.formula.Expression.Name;
import io.credence.formula.Expression.NumberLiteral;
import io.credence.token.Token;
import io.credence.token.Token.TokenKind;
import io.credence.token.TokenCursor;
import io.credence.token.Tokenizer;
import io.credence.token.Tokenizer.TokenizedText;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parser of R's formulas. Operators by rising precedence are {@code ~}, {@code |}, {@code + -}, {@code * /},
 * {@code %in%}, {@code :}, sign, {@code ^}, which may be written {@code **}. {@code np.} before a function's name, as
 * in formulas of Python, has no meaning. A name may stand between backticks, where a backtick of its own is written
 * twice, as in Spark SQL.
 */
final class FormulaParser {

    private static final Tokenizer TOKENIZER =
            Tokenizer.of("%in%", "||", "|", "-", "~", "+", "**", "*", "/", ":", "^", "(", ")", ",", "=");
    /** Binary operators from the weakest to the strongest. */
    private static final List<Set<String>> RISING =
            List.of(Set.of("~"), Set.of("|", "||"), Set.of("+", "-"), Set.of("*", "/"), Set.of("%in%"), Set.of(":"));

    /** Index in {@link #RISING} of the first level whose chains, such as a + b + c, are parsed to a single call. */
    private static final int FLAT = 2;

    /**
     * Largest depth of an expression. It is far above any that people write, and far below what a task's stack can
     * deserialise.
     */
    private static final int DEEPEST = 100;

    private final String text;
    private final TokenCursor cursor;
    private final Map<Expression, Integer> depths = new IdentityHashMap<>();
    private int open;

    private FormulaParser(String text) {
        this.text = text;
        TokenizedText split = TOKENIZER.split(text);
        this.cursor = new TokenCursor(split.tokens());
        if (!split.unread().isEmpty()) {
            throw new FormulaException(
                    "cannot be read",
                    split.unread().startsWith("`")
                            ? "a name between two backticks, in which a backtick is written twice"
                            : "names, numbers, functions and + - * / : ^ ~ ( )",
                    "\"" + split.unread() + "\"");
        }
    }

    /** Parses the text of an expression. */
    static Expression parse(String text) {
        FormulaParser parser = new FormulaParser(text);
        Expression whole = parser.parseOperators(0);
        if (parser.cursor.peek().kind() != TokenKind.END) {
            throw parser.unexpectedToken("an operator or its end");
        }
        return whole;
    }

    private Expression parseOperators(int level) {
        if (level == RISING.size()) {
            return parseSign();
        }
        if (level == 0 && cursor.takeIf("~")) {
            return requireShallow(Call.ofOperator("~", parseOperators(1)));
        }
        Expression left = parseOperators(level + 1);
        while (cursor.peek().kind() == TokenKind.OPERATOR
                && RISING.get(level).contains(cursor.peek().text())) {
            String operator = cursor.peek().text();
            List<Expression> operands = new ArrayList<>(List.of(left));
            do {
                cursor.take();
                operands.add(parseOperators(level + 1));
            } while (level >= FLAT && cursor.peek().isOperator(operator));
            left = requireShallow(Call.ofOperator(operator, operands));
        }
        return left;
    }

    /** Returns a call, or throws if it is nested too deeply for recursion. */
    private Call requireShallow(Call call) {
        int depth = 1
                + call.operands().stream()
                        .mapToInt(operand -> depths.getOrDefault(operand, 0))
                        .max()
                        .orElse(0);
        requireDepth(depth);
        depths.put(call, depth);
        return call;
    }

    private static void requireDepth(int depth) {
        if (depth > DEEPEST) {
            throw new FormulaException(
                    "is nested too deeply",
                    "parentheses, functions, signs and changing operators within one another up to " + DEEPEST,
                    "more");
        }
    }

    /** Parses a sign. It binds more weakly than a power and more strongly than all other operators. */
    private Expression parseSign() {
        requireDepth(++open);
        Expression found;
        if (cursor.peek().isOperator("-") || cursor.peek().isOperator("+")) {
            found = requireShallow(Call.ofOperator(cursor.take().text(), parseSign()));
        } else {
            found = parsePrimary();
            if (cursor.takeIf("^")) {
                found = requireShallow(Call.ofOperator("^", found, parseSign()));
            }
        }
        open--;
        return found;
    }

    private Expression parsePrimary() {
        Token token = cursor.take();
        switch (token.kind()) {
            case NUMBER:
                return new NumberLiteral(Double.parseDouble(token.text()));
            case WORD:
                return new Literal(token.text(), true);
            case QUOTED_NAME:
                return new Name(token.text());
            case NAME:
                if (cursor.takeIf("(")) {
                    return requireShallow(new Call(token.text().replaceFirst("^np\\.", ""), parseArguments(), false));
                }
                return Set.of("TRUE", "FALSE", "T", "F").contains(token.text())
                        ? new Literal(token.text(), false)
                        : new Name(token.text());
            default:
                if (token.isOperator("(")) {
                    Expression inner = parseOperators(1);
                    requireOperator(")");
                    return requireShallow(Call.ofOperator("(", inner));
                }
                cursor.giveBack();
                throw unexpectedToken("a column, a number or a function");
        }
    }

    private List<Argument> parseArguments() {
        List<Argument> arguments = new ArrayList<>();
        if (cursor.takeIf(")")) {
            return arguments;
        }
        do {
            boolean named = cursor.peek().kind() == TokenKind.NAME
                    && cursor.peekSecond().isOperator("=");
            String name = named ? cursor.take().text() : null;
            if (named) {
                cursor.take();
            }
            arguments.add(new Argument(name, parseOperators(1)));
        } while (cursor.takeIf(","));
        requireOperator(")");
        return arguments;
    }

    private void requireOperator(String operator) {
        if (!cursor.takeIf(operator)) {
            throw unexpectedToken("\"" + operator + "\"");
        }
    }

    private FormulaException unexpectedToken(String required) {
        return new FormulaException("cannot be read", required, cursor.peek().text() + " in \"" + text + "\"");
    }
}
