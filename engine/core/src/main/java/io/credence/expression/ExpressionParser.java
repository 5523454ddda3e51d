package io.credence.expression;

import io.credence.expression.Condition.Relation;
import io.credence.expression.ExpressionFunction.Body;
import io.credence.expression.ExpressionFunction.DrawBody;
import io.credence.expression.ExpressionNames.Role;
import io.credence.token.Token;
import io.credence.token.Token.TokenKind;
import io.credence.token.TokenCursor;
import io.credence.token.Tokenizer;
import io.credence.token.Tokenizer.TokenizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Parser of expressions in R's notation, which checks names and types as it reads. Operators by rising precedence are
 * {@code |}, {@code &}, {@code !}, comparisons, {@code + -}, {@code * /}, sign, {@code ^}.
 */
final class ExpressionParser {

    /** Largest number of characters. */
    static final int LONGEST = 10_000;

    /** Largest depth, far below what overflows a stack. */
    private static final int DEEPEST = 100;

    private static final int MOST_CITED = 60;

    private static final Tokenizer TOKENIZER = Tokenizer.of(
            "+", "-", "**", "*", "/", "^", "(", ")", ",", "<=", ">=", "==", "!=", "<", ">", "&&", "||", "&", "|", "!",
            "=");

    private static final Map<String, Relation> RELATIONS = Map.of(
            "<", (a, b) -> a < b,
            ">", (a, b) -> a > b,
            "<=", (a, b) -> a <= b,
            ">=", (a, b) -> a >= b,
            "==", (a, b) -> a == b,
            "!=", (a, b) -> a != b);

    private final String text;
    private final ExpressionNames names;
    private final TokenCursor cursor;
    private int depth;
    private int drawn;

    ExpressionParser(String text, ExpressionNames names) {
        this.text = text;
        this.names = names;
        this.cursor = new TokenCursor(tokens(text));
    }

    /** Tokens of a text that is not too long. */
    static List<Token> tokens(String text) {
        if (text.length() > LONGEST) {
            throw new ExpressionException(
                    "is too long", "at most " + LONGEST + " characters", text.length() + " characters");
        }
        TokenizedText split = TOKENIZER.split(text);
        if (!split.unread().isEmpty()) {
            throw new ExpressionException(
                    "cannot be read",
                    split.unread().startsWith("`")
                            ? "a name between two backticks, in which a backtick is written twice"
                            : "names, numbers, functions and + - * / ^ ( ) < > == != & | !",
                    cite(split.unread()));
        }
        return split.tokens();
    }

    /** Whether a text is a single name. */
    static boolean isPlainName(String text) {
        TokenizedText split = TOKENIZER.split(text);
        return split.unread().isEmpty()
                && split.tokens().get(0).kind() == TokenKind.NAME
                && split.tokens().get(1).kind() == TokenKind.END;
    }

    private static String cite(String part) {
        return "\"" + (part.length() > MOST_CITED ? part.substring(0, MOST_CITED) + "…" : part) + "\"";
    }

    /** Parses the whole text to a number. */
    Quantity parse() {
        Term whole = parseAny();
        if (cursor.peek().kind() != TokenKind.END) {
            throw unexpectedToken("an operator or its end");
        }
        return requireQuantity(whole);
    }

    private Term parseAny() {
        int from = cursor.peek().start();
        Term first = parseAll();
        List<Condition> parts = new ArrayList<>();
        while (cursor.takeIf("|") || cursor.takeIf("||")) {
            if (parts.isEmpty()) {
                parts.add(requireCondition(first));
            }
            parts.add(requireCondition(parseAll()));
        }
        return parts.isEmpty() ? first : new Condition.Any(textFrom(from), parts);
    }

    private Term parseAll() {
        int from = cursor.peek().start();
        Term first = parseNot();
        List<Condition> parts = new ArrayList<>();
        while (cursor.takeIf("&") || cursor.takeIf("&&")) {
            if (parts.isEmpty()) {
                parts.add(requireCondition(first));
            }
            parts.add(requireCondition(parseNot()));
        }
        return parts.isEmpty() ? first : new Condition.All(textFrom(from), parts);
    }

    private Term parseNot() {
        if (!cursor.peek().isOperator("!")) {
            return parseComparison();
        }
        requireDepth(++depth);
        int from = cursor.take().start();
        Condition part = requireCondition(parseNot());
        depth--;
        return new Condition.Not(textFrom(from), part);
    }

    private Term parseComparison() {
        int from = cursor.peek().start();
        Term left = parseSum();
        Relation relation = cursor.peek().kind() == TokenKind.OPERATOR
                ? RELATIONS.get(cursor.peek().text())
                : null;
        if (relation == null) {
            if (cursor.peek().isOperator("=")) {
                throw unexpectedToken("== where two numbers are compared");
            }
            return left;
        }
        cursor.take();
        Quantity right = requireQuantity(parseSum());
        if (cursor.peek().kind() == TokenKind.OPERATOR
                && RELATIONS.containsKey(cursor.peek().text())) {
            throw unexpectedToken("two comparisons joined by &");
        }
        Condition found = new Condition.Comparison(textFrom(from), requireQuantity(left), relation, right);
        if (names.isDifferentiated() && !found.isOfData()) {
            throw new ExpressionException(
                    "has a condition that depends on a parameter, where the density would have no derivative",
                    "conditions of columns and y, and in place of others max(a, b), min(a, b), softplus(x) or"
                            + " log_mix(w, a, b)",
                    cite(found.text()));
        }
        return found;
    }

    private Term parseSum() {
        int from = cursor.peek().start();
        Term first = parseProduct();
        if (!cursor.peek().isOperator("+") && !cursor.peek().isOperator("-")) {
            return first;
        }
        List<Quantity> parts = new ArrayList<>(List.of(requireQuantity(first)));
        List<Boolean> subtracted = new ArrayList<>(List.of(false));
        while (cursor.peek().isOperator("+") || cursor.peek().isOperator("-")) {
            subtracted.add(cursor.take().isOperator("-"));
            parts.add(requireQuantity(parseProduct()));
        }
        return new Quantity.Sum(textFrom(from), parts, subtracted);
    }

    private Term parseProduct() {
        int from = cursor.peek().start();
        Term first = parseSign();
        if (!cursor.peek().isOperator("*") && !cursor.peek().isOperator("/")) {
            return first;
        }
        List<Quantity> parts = new ArrayList<>(List.of(requireQuantity(first)));
        List<Boolean> divides = new ArrayList<>(List.of(false));
        while (cursor.peek().isOperator("*") || cursor.peek().isOperator("/")) {
            divides.add(cursor.take().isOperator("/"));
            parts.add(requireQuantity(parseSign()));
        }
        return new Quantity.Product(textFrom(from), parts, divides);
    }

    /** Parses a sign. It binds more weakly than a power and more strongly than all other operators. */
    private Term parseSign() {
        int from = cursor.peek().start();
        Term found;
        requireDepth(depth++);
        if (cursor.takeIf("-")) {
            Quantity part = requireQuantity(parseSign());
            found = new Quantity.Negative(textFrom(from), part);
        } else if (cursor.takeIf("+")) {
            found = requireQuantity(parseSign());
        } else {
            found = parsePrimary();
            if (cursor.takeIf("^")) {
                Quantity base = requireQuantity(found);
                Quantity exponent = requireQuantity(parseSign());
                found = new Quantity.Power(textFrom(from), base, exponent);
            }
        }
        depth--;
        return found;
    }

    private Term parsePrimary() {
        Token token = cursor.take();
        switch (token.kind()) {
            case NUMBER:
                double value = Double.parseDouble(token.text());
                if (Double.isInfinite(value)) {
                    throw new ExpressionException("has too large a number", "numbers below 1.8e308", token.text());
                }
                return new Quantity.Literal(token.text(), value);
            case QUOTED_NAME:
                return parseName(token);
            case NAME:
                return cursor.takeIf("(") ? parseCall(token) : parseName(token);
            case WORD:
                throw new ExpressionException(
                        "has text where a number must be", "columns that are numbers", cite(token.text()));
            default:
                if (token.isOperator("(")) {
                    Term inner = parseAny();
                    requireOperator(")");
                    return inner;
                }
                cursor.giveBack();
                throw unexpectedToken("a column, a parameter, a number or a function");
        }
    }

    private Quantity parseName(Token token) {
        String name = token.text();
        int parameter = names.parameters().indexOf(name);
        if (parameter >= 0) {
            return new Quantity.ParameterName(name, parameter);
        }
        if (names.isResponse(name)) {
            if (names.role() != Role.DENSITY) {
                throw new ExpressionException(
                        "has the response, which it is to predict", "names of columns and parameters", name);
            }
            return new Quantity.Column(name, Quantity.Column.RESPONSE);
        }
        int column = names.columns().indexOf(name);
        if (column >= 0) {
            return new Quantity.Column(name, column);
        }
        if (name.equals(ExpressionNames.PI)) {
            return new Quantity.Literal(name, Math.PI);
        }
        throw ExpressionNames.unknown(name, names.parameters(), names.columns());
    }

    private Quantity parseCall(Token name) {
        boolean isChoice = name.text().equals("if") || name.text().equals("ifelse");
        ExpressionFunction function = isChoice ? null : ExpressionFunctions.function(name.text());
        List<Term> arguments = new ArrayList<>();
        if (!cursor.takeIf(")")) {
            do {
                arguments.add(parseAny());
            } while (cursor.takeIf(","));
            requireOperator(")");
        }
        String part = textFrom(name.start());
        return function == null ? choice(part, arguments) : call(part, function, arguments);
    }

    private static Quantity choice(String part, List<Term> arguments) {
        if (arguments.size() != 3) {
            throw new ExpressionException(
                    "has a function with too many or too few arguments", "if(condition, a, b)", cite(part));
        }
        return new Quantity.Choice(
                part,
                requireCondition(arguments.get(0)),
                requireQuantity(arguments.get(1)),
                requireQuantity(arguments.get(2)));
    }

    private Quantity call(String part, ExpressionFunction function, List<Term> arguments) {
        if (!function.takes(arguments.size())) {
            throw new ExpressionException(
                    "has a function with too many or too few arguments", function.signature(), cite(part));
        }
        List<Quantity> numbers =
                arguments.stream().map(ExpressionParser::requireQuantity).toList();
        for (int k = 0; k < numbers.size() && names.isDifferentiated(); k++) {
            if (function.isData(k) && !numbers.get(k).isOfData()) {
                throw new ExpressionException(
                        "has a parameter where only data can be",
                        function.signature(),
                        cite(numbers.get(k).text()) + " in " + cite(part));
            }
        }
        Body body = function.body();
        if (body != null) {
            return new Quantity.Call(part, body, function.support(), numbers);
        }
        if (names.role() != Role.DRAW) {
            throw new ExpressionException(
                    "has a random number", "random numbers in an expression that draws", cite(part));
        }
        DrawBody draw = Objects.requireNonNull(function.drawBody());
        return new Quantity.RandomCall(part, draw, numbers, drawn++);
    }

    private static Quantity requireQuantity(Term term) {
        if (term instanceof Quantity quantity) {
            return quantity;
        }
        throw new ExpressionException(
                "has a condition where a number must be",
                "a number, such as if(" + term.text() + ", 1, 0)",
                cite(term.text()));
    }

    private static Condition requireCondition(Term term) {
        if (term instanceof Condition condition) {
            return condition;
        }
        throw new ExpressionException(
                "has a number where a condition must be",
                "a comparison, such as " + term.text() + " > 0",
                cite(term.text()));
    }

    private static void requireDepth(int depth) {
        if (depth > DEEPEST) {
            throw new ExpressionException(
                    "is nested too deeply",
                    "parentheses, functions and signs within one another up to " + DEEPEST,
                    "more");
        }
    }

    private String textFrom(int start) {
        return text.substring(start, cursor.last().end());
    }

    private void requireOperator(String operator) {
        if (!cursor.takeIf(operator)) {
            throw unexpectedToken("\"" + operator + "\"");
        }
    }

    private ExpressionException unexpectedToken(String required) {
        int from = Math.max(0, cursor.peek().start() - MOST_CITED / 2);
        return new ExpressionException(
                "cannot be read", required, cursor.peek().text() + " in " + cite(text.substring(from)));
    }
}
