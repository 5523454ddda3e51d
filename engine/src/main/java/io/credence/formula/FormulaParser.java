package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import io.credence.formula.Expression.Number;
import io.credence.formula.Expression.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the grammar of R's formulas by rising precedence: {@code ~}, {@code |}, {@code + -}, {@code * /}, {@code %in%},
 * {@code :}, sign, {@code ^}, of which {@code **} is another way to write it. {@code np.} before a function's name, as in formulas of
 * Python, has no meaning.
 */
final class FormulaParser {

    private static final Pattern TOKEN = Pattern.compile("\\s*(?:(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"
            + "|(?<name>[\\p{L}.][\\p{L}\\p{N}._]*)|`(?<quoted>[^`]+)`|\"(?<double>[^\"]*)\"|'(?<single>[^']*)'"
            + "|(?<operator>%in%|\\|\\||\\*\\*|[-~+*/:^(),|=]))");
    /** Binary operators from the weakest to the strongest. */
    private static final List<Set<String>> RISING =
            List.of(Set.of("~"), Set.of("|", "||"), Set.of("+", "-"), Set.of("*", "/"), Set.of("%in%"), Set.of(":"));

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    private enum Kind {
        NUMBER,
        NAME,
        QUOTED_NAME,
        WORD,
        OPERATOR,
        END
    }

    private record Token(Kind kind, String text) {
        boolean is(String operator) {
            return kind == Kind.OPERATOR && text.equals(operator);
        }
    }

    private FormulaParser(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text.stripTrailing());
        int at = 0;
        while (at < matcher.regionEnd()
                && matcher.region(at, text.stripTrailing().length()).lookingAt()) {
            tokens.add(token(matcher));
            at = matcher.end();
        }
        if (at < text.stripTrailing().length()) {
            throw new FormulaException(
                    "cannot be read",
                    "names, numbers, functions and + - * / : ^ ~ ( )",
                    "\"" + text.substring(at) + "\"");
        }
        tokens.add(new Token(Kind.END, "its end"));
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("number") != null) {
            return new Token(Kind.NUMBER, matcher.group("number"));
        } else if (matcher.group("name") != null) {
            return new Token(Kind.NAME, matcher.group("name"));
        } else if (matcher.group("quoted") != null) {
            return new Token(Kind.QUOTED_NAME, matcher.group("quoted"));
        } else if (matcher.group("operator") != null) {
            String operator = matcher.group("operator");
            return new Token(Kind.OPERATOR, operator.equals("**") ? "^" : operator);
        }
        String word = matcher.group("double") == null ? matcher.group("single") : matcher.group("double");
        return new Token(Kind.WORD, word);
    }

    /** The expression that a text is. */
    static Expression parse(String text) {
        FormulaParser parser = new FormulaParser(text);
        Expression whole = parser.operators(0);
        if (parser.peek().kind() != Kind.END) {
            throw parser.unexpected("an operator or its end");
        }
        return whole;
    }

    private Expression operators(int level) {
        if (level == RISING.size()) {
            return sign();
        }
        if (level == 0 && peek().is("~")) {
            next++;
            return Call.operator("~", operators(1));
        }
        Expression left = operators(level + 1);
        while (peek().kind() == Kind.OPERATOR && RISING.get(level).contains(peek().text())) {
            String operator = take().text();
            left = Call.operator(operator, left, operators(level + 1));
        }
        return left;
    }

    /** A sign binds weaker than a power and stronger than all else. */
    private Expression sign() {
        if (peek().is("-") || peek().is("+")) {
            return Call.operator(take().text(), sign());
        }
        Expression base = primary();
        if (!peek().is("^")) {
            return base;
        }
        next++;
        return Call.operator("^", base, sign());
    }

    private Expression primary() {
        Token token = take();
        switch (token.kind()) {
            case NUMBER:
                return new Number(Double.parseDouble(token.text()));
            case WORD:
                return new Word(token.text(), true);
            case QUOTED_NAME:
                return new Name(token.text());
            case NAME:
                if (peek().is("(")) {
                    next++;
                    return new Call(token.text().replaceFirst("^np\\.", ""), arguments(), false);
                }
                return Set.of("TRUE", "FALSE", "T", "F").contains(token.text())
                        ? new Word(token.text(), false)
                        : new Name(token.text());
            default:
                if (token.is("(")) {
                    Expression inner = operators(1);
                    require(")");
                    return Call.operator("(", inner);
                }
                next--;
                throw unexpected("a column, a number or a function");
        }
    }

    private List<Argument> arguments() {
        List<Argument> arguments = new ArrayList<>();
        if (peek().is(")")) {
            next++;
            return arguments;
        }
        do {
            boolean named = peek().kind() == Kind.NAME && tokens.get(next + 1).is("=");
            String name = named ? take().text() : null;
            next += named ? 1 : 0;
            arguments.add(new Argument(name, operators(1)));
        } while (taken(","));
        require(")");
        return arguments;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        return tokens.get(next++);
    }

    private boolean taken(String operator) {
        boolean is = peek().is(operator);
        next += is ? 1 : 0;
        return is;
    }

    private void require(String operator) {
        if (!taken(operator)) {
            throw unexpected("\"" + operator + "\"");
        }
    }

    private FormulaException unexpected(String required) {
        return new FormulaException("cannot be read", required, peek().text() + " in \"" + text + "\"");
    }
}
